// Days since a date, with leap years.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned short d[3];
    if (read(0, d, 6) != 6)
        return 1;
    int year = d[0], month = d[1], day = d[2];
    if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31)
        return 2;
    int y = year, m = month;
    if (m <= 2) {
        y--;
        m += 12;
    }
    int days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * (m - 3) + 2) / 5 + day - 719469;
    int weekday = days % 7;
    int leap = 0;
    if (year % 4 == 0)
        leap = 1;
    if (year % 100 == 0)
        leap = 0;
    if (year % 400 == 0)
        leap = 1;
    if (days == 20000 || (leap && month == 2 && day == 29 && weekday == 1 && year > 2050))
        abort();
    return 0;
}
