// Memory: struct fields, arrays, globals of every linkage, initializers, aggregates, atomics.
struct point {
    char tag;
    int xy[2];
    struct {
        short low;
        long long high;
    } inner;
};

struct pair {
    long first;
    int second;
};

int plain = 7;
static int hidden;
static int escaped;
extern int elsewhere[];
extern const int fixed;
__attribute__((weak)) int weak = 1;
int common_array[3];
const char text[] = "ab\n";
static const struct point table[2] = {{'p', {1, -2}, {3, 4}}, {.tag = 'q'}};
int *const pointers[] = {&escaped, 0, &elsewhere[2]};
const double ratio = -0.5;
long double extended = 1.0L;
_Thread_local int per_thread;

int field(struct point *p, long i, int j) {
    p->tag = text[i];
    p->inner.high = table[i].xy[j];
    return p[3].xy[j + 1] + p->inner.low;
}

int globals(int i) {
    hidden += plain;
    hidden += elsewhere[4];
    common_array[1] = common_array[i];
    per_thread++;
    return hidden + fixed + weak + *pointers[i];
}

struct pair make(long a, int b) {
    struct pair p = {a, b};
    return p;
}

long take(struct point by_value, struct pair p) {
    return make(p.second, by_value.tag).first + by_value.inner.high;
}

int is_failed(void *p) {
    return p == (void *)-1 || p == (void *)&common_array[2];
}

long number_of_address(void) {
    return (long)&plain + 3;
}

void *misused_null(void) {
    return (char *)0 + 16;
}

__int128 wide(__int128 x) {
    return x * -5;
}

double floats(float f, double d, long double l) {
    return f < d ? -f : (double)(l * 2.0L) + 0.25;
}

int variable(int n) {
    int room[n];
    room[0] = n;
    __builtin_memset(room, 1, sizeof room);
    return room[n - 1];
}

int atomics(int *p, int expected) {
    __atomic_fetch_add(p, 2, __ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __sync_val_compare_and_swap(p, expected, 3);
}
