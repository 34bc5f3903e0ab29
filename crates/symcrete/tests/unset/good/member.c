// A struct with bit-fields: setting one reads and writes back its neighbours.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct pair { unsigned first : 3, second : 5; int third; };
static struct pair make(int c) {
    struct pair s;
    s.first = c & 1;
    s.second = 2;
    return s;
}
int main(void) {
    struct pair p = make(__VERIFIER_nondet_int());
    if (p.first > 1 || p.second == 8) reach_error();
    return p.first == 0;
}
