//! Branches whose arms only compute: what merging makes one path of. Each is followed by a condition that ties the choice to what decided it.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "merged-tied",
        after: "",
        before: "",
        text: "
int tied@n = 2;
if (B(@x > @k)) { H tied@n = 1; } else { H tied@n = 3; }
if (B(tied@n == 1)) {
    if (B(@x <= @k)) { H r = 77; }
    @body
}",
    },
    Construct {
        name: "merged-nested",
        after: "",
        before: "",
        text: "
int count@n = 0;
if (B(@x > @k)) {
    if (B(@y == @j)) { H count@n++; }
}
if (B(count@n == 1)) {
    if (B(@y != @j)) { H r = 78; }
    @body
}",
    },
    Construct {
        name: "merged-maximum",
        after: "",
        before: "",
        text: "
int list@n[4] = {@x & 15, @y & 15, @k, c & 15}, most@n = list@n[0], times@n = 0;
for (int i@n = 1; i@n < 4; i@n++) {
    if (B(list@n[i@n] > most@n)) { H most@n = list@n[i@n]; }
    if (B(list@n[i@n] & 1)) { H times@n += i@n; }
}
if (B(most@n == 7)) {
    @body
}
if (B(times@n == 4)) { H r = most@n; }",
    },
    Construct {
        name: "merged-exchange",
        after: "",
        before: "
static void order@n(int *low, int *high) {
    if (B(*low > *high)) {
        H int kept = *low;
        H *low = *high;
        H *high = kept;
    }
}",
        text: "
int sorted@n[3] = {@x & 255, @y & 255, c & 255};
H order@n(&sorted@n[0], &sorted@n[1]);
H order@n(&sorted@n[1], &sorted@n[2]);
H order@n(&sorted@n[0], &sorted@n[1]);
if (B(sorted@n[0] > sorted@n[1])) { H r = 79; }
if (B(sorted@n[1] == 7)) {
    @body
}",
    },
    Construct {
        name: "merged-alias",
        after: "",
        before: "",
        text: "
int pair@n[2] = {0, 0}, *one@n = &pair@n[0], *two@n = &pair@n[@y & 1];
H *one@n = 0;
if (B(@x == @k)) { H *one@n = 1; }
if (B(*two@n == 1)) {
    if (B(@x != @k)) { H r = 80; }
    if (B((@y & 1) != 0)) { H r = 81; }
    @body
}",
    },
    Construct {
        name: "merged-checksum",
        after: "",
        before: "",
        text: "
unsigned sum@n = 0x1d;
for (int i@n = 0; i@n < 8; i@n++) {
    if (B((sum@n ^ ((unsigned)@x >> i@n)) & 1)) { H sum@n = sum@n >> 1 ^ 0x8c; } else { H sum@n >>= 1; }
}
if (B((sum@n & 7) == 5)) {
    @body
}",
    },
    Construct {
        name: "merged-value",
        after: "",
        before: "",
        text: "
int both@n = B(@x > 1)
    && B(@y > 1);
int chosen@n = B(both@n) ? @x : -1;
if (B(chosen@n > 0)) {
    if (B(@y <= 1)) { H r = 82; }
    @body
}",
    },
    Construct {
        name: "merged-guarded",
        after: "",
        before: "",
        text: "
int quotient@n = 0, *maybe@n = B(@x == @k) ? 0 : &g;
if (B(@y != 0)) { H quotient@n = @x / @y; }
if (B(maybe@n != 0)) { H quotient@n += *maybe@n; }
if (B(quotient@n == 3)) {
    @body
}",
    },
    Construct {
        name: "merged-shift",
        after: "",
        before: "",
        text: "
unsigned moved@n = 1;
if (B((unsigned)@x < 32)) { H moved@n <<= @x; }
if (B(@x == 100)) { H moved@n += 2; }
if (B(moved@n == 128)) {
    if (B(@x != 7)) { H r = 83; }
    @body
}",
    },
];
