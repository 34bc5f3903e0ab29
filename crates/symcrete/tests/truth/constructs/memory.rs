//! Pointers that lead nowhere, indices that leave everything, sizes that fault.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "null",
        after: "null",
        before: "",
        text: "
H p = B(@x == @k) ? &g : 0;
H *p = @j;
if (B(g == @j)) {
    @body
}",
    },
    Construct {
        name: "null-callee",
        after: "null",
        before: "
int follow@n(const int *q) {
    H return *q;
}",
        text: "
H p = B(@x > @k) ? &g : 0;
H r = follow@n(p);
if (B(r == g)) {
    @body
}",
    },
    Construct {
        name: "null-list",
        after: "null",
        before: "
struct node@n { int value; struct node@n *next; };
struct node@n third@n = {3, 0}, second@n = {2, &third@n}, first@n = {1, &second@n};",
        text: "
struct node@n *node@n = &first@n;
for (int i@n = 0; B(i@n < (@x & 7)); i@n++) {
    H node@n = node@n->next;
}
H r = node@n->value;
if (B(r == 3)) {
    @body
}",
    },
    Construct {
        name: "pointer-table",
        after: "pointer_table",
        before: "
int *pointers@n[4] = {&g, 0, &h, &table[2]};",
        text: "
H p = pointers@n[@x & 3];
H r = *p;
if (B(r == 3)) {
    @body
}",
    },
    Construct {
        name: "function-table",
        after: "pointer_table",
        before: "
int one@n(int v) {
    H return v + 1;
}
int two@n(int v) {
    H return v / 2;
}
int (*calls@n[4])(int) = {one@n, 0, two@n, 0};",
        text: "
H r = calls@n[@x & 3](@y);
if (B(r == 7)) {
    @body
}",
    },
    Construct {
        name: "index-far",
        after: "index_far",
        before: "",
        text: "
H r = table[(long)@x << 40];
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "index-far-write",
        after: "index_far",
        before: "",
        text: "
H table[(long)(@x & 3) * 0x3000000000] = @j;
if (B(table[0] == @j)) {
    @body
}",
    },
    Construct {
        name: "index-inside",
        after: "",
        before: "",
        text: "
H r = table[@x & 3];
if (B(r == 3)) {
    @body
}",
    },
    Construct {
        name: "wild",
        after: "wild",
        before: "",
        text: "
H p = (int *)(uintptr_t)(@x & 15);
if (B(@y == @k)) {
    H p = &g;
}
H r = *p;
if (B(r == g)) {
    @body
}",
    },
    Construct {
        name: "memset-size",
        after: "memset_size",
        before: "",
        text: "
H memset(big, 1, (size_t)(long)@x);
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "memcpy-size",
        after: "memset_size",
        before: "
char copy@n[1 << 13];",
        text: "
H memcpy(copy@n, big, (size_t)(unsigned)(@x & 0xf0000007));
if (B(@x > @k)) {
    @body
}",
    },
    Construct {
        name: "memcpy-null",
        after: "null",
        before: "
char *into@n;",
        text: "
if (B(@x == @k)) {
    H into@n = big;
}
H memcpy(into@n, \"abc\", 3);
if (B(into@n[0] == 'a')) {
    @body
}",
    },
    Construct {
        name: "strlen-null",
        after: "null",
        before: "",
        text: "
H r = (int)strlen(B(@x == @k) ? 0 : \"abcde\");
if (B(r == 5)) {
    @body
}",
    },
    Construct {
        name: "free-twice",
        after: "abort",
        before: "",
        text: "
char *heap@n = malloc(40);
H free(heap@n);
if (B(@x == @k)) {
    H free(heap@n);
}
@body",
    },
    Construct {
        name: "string-constant",
        after: "wild",
        before: "
char *text@n = \"text\";",
        text: "
if (B(@x > @k)) {
    H text@n[0] = 'T';
}
@body",
    },
    Construct {
        name: "stack-array",
        after: "stack_array",
        before: "
int room@n(unsigned size) {
    H volatile char local[size]; local[0] = 1;
    H local[size - 1] = 2;
    H return local[0];
}",
        text: "
H r = room@n(B(@x == @k) ? 1u << 24 : 16);
if (B(r == 1)) {
    @body
}",
    },
];
