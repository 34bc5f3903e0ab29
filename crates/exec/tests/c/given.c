// Prints what it was given: arguments, the variable V, the file in/data.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);
    const char *v = getenv("V");
    printf(" V=%s", v ? v : "none");
    FILE *file = fopen("in/data", "r");
    int n = 0;
    if (file)
        for (int c; (c = fgetc(file)) != EOF; n++) printf("%s%02x", n ? "" : " ", (unsigned)c);
    printf(" %d\n", file ? n : -1);
    return 0;
}
