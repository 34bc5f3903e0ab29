/* Counts words, numbers and quoted strings: loops, a switch, conditions of several parts, code that no input reaches. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int kind(const char *word, int length)
{
    if (length == 0)
        return 0;
    int sign = word[0] == '-' || word[0] == '+';
    for (int k = sign; k < length; k++)
        if (!isdigit((unsigned char)word[k]))
            return isalpha((unsigned char)word[0]) && length > 2 ? 2 : 3;
    return length > sign ? 1 : 4;
}

int main(void)
{
    char word[8] = {0};
    int length = 0, counts[5] = {0}, c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case ' ':
        case '\n':
            counts[kind(word, length)]++;
            length = 0;
            break;
        case '"':
            do
                c = getchar();
            while (c != '"' && c != EOF);
            break;
        default:
            if (length < 7)
                word[length++] = (char)c;
        }
    }
    if (length < 0 || length > 7)
        return 9;
    return counts[1] ? 1 : counts[2] && !counts[3] ? 2 : 0;
}
