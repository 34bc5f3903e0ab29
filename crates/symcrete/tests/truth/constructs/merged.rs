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
    Construct {
        name: "merged-switch",
        after: "",
        before: "",
        text: "
int way@n = @k;
switch (@x & 3) {
case 0: H way@n = 7; break;
case 1: H way@n ^= @y & 15; break;
case 2: H way@n += 3;
default: H way@n += @j;
}
if (B(way@n == 7)) {
    if (B(@k + @j != 7 && (@x & 3) == 3)) { H r = 84; }
    @body
}",
    },
    Construct {
        name: "merged-machine",
        after: "",
        before: "",
        text: "
int state@n = 0, seen@n = 0;
for (int i@n = 0; i@n < 6; i@n++) {
    switch ((@x >> i@n) & 3) {
    case 1: H state@n = state@n == 2 ? 3 : 1; break;
    case 2: H state@n = state@n == 1 ? 2 : 0; break;
    case 3: H seen@n += state@n; break;
    }
    if (B(state@n == 3)) { H seen@n ^= @k; }
}
if (B(seen@n == @j)) {
    if (B(state@n > 3)) { H r = 85; }
    @body
}",
    },
    Construct {
        name: "merged-switch-nested",
        after: "",
        before: "",
        text: "
unsigned kind@n = 0;
if (B(@x > @k)) {
    switch (@y & 7) {
    case 4: H kind@n = 1; break;
    case 5:
    case 6: H kind@n = B(@x & 1) ? 2 : 3; break;
    default: H kind@n = 9; break;
    }
}
if (B(kind@n == 3)) {
    if (B(@x <= @k || (@y & 7) == 4)) { H r = 86; }
    @body
}",
    },
    Construct {
        name: "merged-switch-alias",
        after: "",
        before: "",
        text: "
int cells@n[3] = {0, 0, 0}, *to@n = &cells@n[@y & 1], *at@n = &cells@n[0];
H *at@n = 1;
H *to@n = 1;
switch (@x) {
case 3: H *to@n = 5; break;
case 4: H *at@n += 6; break;
case @k + 300: H cells@n[2] = 1; break;
}
if (B(cells@n[0] == 5)) {
    if (B(@x != 3)) { H r = 87; }
    if (B((@y & 1) == 1)) { H r = 88; }
    @body
}
if (B(cells@n[0] == 7)) { H r = *to@n; }",
    },
    Construct {
        name: "merged-switch-fault",
        after: "",
        before: "",
        text: "
int part@n = 0;
switch (@x & 3) {
case 0: H part@n = 10 / (@y & 7); break;
case 1: H part@n = *(B(@y == @k) ? (int *)0 : &g); break;
case 2: H part@n = 2; break;
}
if (B(part@n == 2)) {
    @body
}",
    },
    Construct {
        name: "merged-one-case",
        after: "",
        before: "",
        text: "
int only@n = @j;
switch (@x) {
case @k: H only@n = 100; break;
default: H only@n = 101; break;
}
if (B(only@n == 100)) {
    if (B(@x != @k)) { H r = 89; }
    @body
}",
    },
    Construct {
        name: "merged-volatile",
        after: "",
        before: "",
        text: "
volatile int watched@n = 0;
int plain@n = 0;
if (B(@x > @k)) { H watched@n = 1; } else { H plain@n = 1; }
switch (@y & 1) {
case 0: H watched@n += 2; break;
case 1: H plain@n += 2; break;
}
if (B(watched@n == 3)) {
    if (B(plain@n == 3)) { H r = 90; }
    @body
}",
    },
    Construct {
        name: "merged-float",
        after: "",
        before: "",
        text: "
double real@n = 0.5, chosen@n = @x;
if (B(@x > @k)) { H real@n = 1.5; }
if (B(@y > @j)) { H chosen@n = chosen@n / 2; }
switch (@y & 3) {
case 1: H real@n = -1; break;
case 2: H real@n = real@n * 2; break;
}
if (B(real@n == 3)) {
    if (B(@x <= @k)) { H r = 91; }
    @body
}
if (B(chosen@n == 2.5)) { H r = 92; }",
    },
    Construct {
        name: "merged-call",
        after: "",
        before: "
static int twice@n(int v) {
    if (B(v > 9)) { H return 2 * v; }
    H return v - 1;
}",
        text: "
int called@n = 0;
switch (@x & 3) {
case 1: H called@n = twice@n(@y); break;
case 2: H called@n = g; break;
default: H called@n = -1; break;
}
if (B(called@n > @j)) {
    if (B((@x & 3) == 0)) { H r = 93; }
    @body
}",
    },
    Construct {
        name: "merged-early",
        after: "",
        before: "",
        text: "
int steps@n = 0, total@n = 0;
while (B(steps@n < 5)) {
    switch ((@x >> steps@n) & 3) {
    case 0: H total@n += 2; break;
    case 1: H total@n ^= 1; goto next@n;
    case 2: H steps@n += 1; break;
    default: H goto out@n;
    }
    H total@n += 1;
next@n:
    H steps@n += 1;
}
out@n:
if (B(total@n == @j)) {
    if (B(steps@n > 6)) { H r = 94; }
    @body
}",
    },
    Construct {
        name: "merged-jump",
        after: "",
        before: "
static jmp_buf jump@n;",
        text: "
int kept@n = 0;
volatile int before@n = 0;
if (B(setjmp(jump@n) == 0)) {
    if (B(@x > @k)) { H kept@n = 1; } else { H kept@n = 2; }
    H before@n = kept@n;
    if (B(@y & 1)) { H longjmp(jump@n, 1); }
}
if (B(before@n == 1)) {
    if (B(@x <= @k)) { H r = 95; }
    @body
}",
    },
    Construct {
        name: "merged-amount",
        after: "",
        before: "",
        text: "
unsigned amount@n = @y & 31, bits@n = 1;
switch (@x & 3) {
case 0: H bits@n <<= amount@n; break;
case 1: H bits@n = 0x80000000u >> amount@n; break;
case 2: H bits@n = (unsigned)((int)0x80000000 >> amount@n); break;
}
if (B(bits@n == 64)) {
    if (B((@x & 3) == 2)) { H r = 96; }
    @body
}",
    },
];
