// reason: streams of wide characters are not followed
// wants: covered 4 of 4
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wint_t first = getwchar(), second = getwchar();
    if (first == L'q')
        if (second == L'z')
            return 1;
    return 0;
}
