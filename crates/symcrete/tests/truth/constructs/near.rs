//! Indices and lengths that leave an array by a few elements: into its neighbour, and not yet into nowhere.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "near-struct",
        after: "",
        before: "
struct near@n { int list[4], after[4]; } near@n = {{1, 2, 3, 4}, {5, 6, 77, 8}};",
        text: "
H r = near@n.list[PAST(@x & 7)];
if (B(r == 77)) {
    @body
}",
    },
    Construct {
        name: "near-struct-write",
        after: "",
        before: "
struct next@n { int list[4], after[4]; } next@n;",
        text: "
H next@n.list[PAST(@x & 7)] = @j + 1;
if (B(next@n.after[1] == @j + 1)) {
    @body
}",
    },
    Construct {
        name: "near-before",
        after: "",
        before: "
struct prior@n { int before[4], list[4]; } prior@n = {{5, 6, 77, 8}, {1, 2, 3, 4}};",
        text: "
H r = prior@n.list[PAST((@x & 7) - 4)];
if (B(r == 77)) {
    @body
}",
    },
    Construct {
        name: "near-before-write",
        after: "",
        before: "
struct early@n { int flag, list[4]; } early@n;",
        text: "
H early@n.list[PAST((@x & 3) - 1)] = @j + 1;
if (B(early@n.flag != 0)) {
    @body
}",
    },
    Construct {
        name: "near-loop",
        after: "",
        before: "
struct over@n { char list[4], after[8]; } over@n = {{1}, {1, 1, 1, 1}};",
        text: "
for (int i@n = 0; B(i@n <= (@x & 7)); i@n++) {
    H over@n.list[PAST(i@n)] = 0;
}
if (B(over@n.after[1] == 0)) {
    @body
}",
    },
    Construct {
        name: "near-fill",
        after: "",
        before: "
struct name@n { char name[4], flag[4]; } name@n;",
        text: "
H memset(name@n.name, 1, PAST(@x & 7));
if (B(name@n.flag[1] == 1)) {
    @body
}",
    },
    Construct {
        name: "near-copy",
        after: "",
        before: "
struct copied@n { char name[4], flag[4]; } copied@n;",
        text: "
H memcpy(copied@n.name, \"abcdefgh\", PAST(@x & 7));
if (B(copied@n.flag[2] == 'g')) {
    @body
}",
    },
    Construct {
        name: "near-rows",
        after: "",
        before: "
int rows@n[3][4] = {{0}, {0, 9}, {0, 0, 8}};",
        text: "
H r = rows@n[@x & 1][PAST(@y & 7)];
if (B(r == 8)) {
    @body
}",
    },
    Construct {
        name: "near-pointer",
        after: "",
        before: "",
        text: "
H p = &table[2];
H r = p[(@x & 3) - 2];
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "near-divisor",
        after: "",
        before: "
struct parts@n { int list[2], zero, one; } parts@n = {{1, 2}, 0, 1};",
        text: "
H r = 12 / parts@n.list[PAST(@x & 3)];
if (B(r == 6)) {
    @body
}",
    },
    Construct {
        name: "near-link",
        after: "",
        before: "
struct link@n { int *list[2], *after[2]; } link@n = {{&g, &h}, {0, &table[2]}};",
        text: "
H p = link@n.list[PAST(@x & 3)];
H r = *p;
if (B(r == 3)) {
    @body
}",
    },
    Construct {
        name: "near-heap",
        after: "near_heap",
        before: "",
        text: "
int *block@n = calloc(30, sizeof(int)), *beside@n = calloc(30, sizeof(int));
H beside@n[1] = 77;
H r = block@n[PAST((@x & 7) + 28)];
if (B(r == 77)) {
    @body
}",
    },
    Construct {
        name: "near-heap-write",
        after: "near_heap",
        before: "",
        text: "
int *low@n = calloc(30, sizeof(int)), *high@n = calloc(30, sizeof(int));
H low@n[PAST((@x & 7) + 28)] = 6;
if (B(high@n[1] == 6)) {
    @body
}",
    },
    Construct {
        name: "near-local",
        after: "near_local",
        before: "",
        text: "
int floor@n[4] = {5, 6, 77, 8}, local@n[4] = {1, 2, 3, 4};
H r = local@n[PAST(@x & 7)] + 0 * floor@n[1];
if (B(r == 77)) {
    @body
}",
    },
];
