/* Sorts the bytes of standard input and prints them with their number. */
#include "sort.h"
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char text[64];
    long length = read(0, text, sizeof text);
    if (length <= 0) return 1;
    sort(text, (int)length);
    printf("%.*s %ld\n", (int)length, text, length);
    return 0;
}
