/* Eight conditions, and seven.
 * shown: all */
#include <stdio.h>

int main(void)
{
    unsigned char s[8] = {0};
    int n = 0;
    if (fread(s, 1, sizeof s, stdin) != sizeof s)
        return 1;
    if (s[0] == 'a' && s[1] == 'b' && s[2] == 'c' && s[3] == 'd' && s[4] == 'e' && s[5] == 'f' && s[6] == 'g' && s[7] == 'h')
        n++;
    if ((s[0] > 9 || s[1] > 9) && (s[2] > 9 || (s[3] > 9 && s[4] > 9)) && (s[5] > 9 || s[6] > 9))
        n++;
    printf("%d\n", n);
    return 0;
}
