// never set: s, line 8, read in line 15
// One member of a struct is forgotten, and the struct is handed on by value.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct pair { int first, second; };
static struct pair make(int c) {
    struct pair s;
    s.first = c;
    return s;
}
static int look(struct pair p) { return p.second == 8; }
int main(void) {
    struct pair p = make(__VERIFIER_nondet_int() & 1);
    if (look(p)) reach_error();
    return p.first == 0;
}
