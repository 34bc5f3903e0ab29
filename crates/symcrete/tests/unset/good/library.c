// What the library fills in is set, though its code is not known.
// outside: the library may do anything, so exploring is no proof
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void reach_error(void) { abort(); }
int main(void) {
    char line[64], word[16];
    struct tm tm;
    time_t zero = 0;
    int n;
    if (!fgets(line, 3, stdin)) return 0;
    if (sscanf(line, "%d", &n) != 1) return 0;
    snprintf(word, sizeof word, "%d", 1);
    if (strlen(word) > 3) reach_error();
    gmtime_r(&zero, &tm);
    if (tm.tm_year != 70 || tm.tm_mon != 0 || tm.tm_hour != 0) reach_error();
    return n == 5;
}
