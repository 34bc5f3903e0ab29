// reason: streams of wide characters are not followed: inputs that are changed blindly cover both branches, but nobody knows that these are all
// wants: complete
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
