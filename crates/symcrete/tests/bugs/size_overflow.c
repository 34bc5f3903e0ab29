// finding: heap-buffer-overflow
// args: --check address,undefined
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *why)
{
    fputs(why, stderr);
    exit(2);
}

int main(void)
{
    unsigned short size[2];
    if (fread(size, 2, 2, stdin) != 2)
        fail("short");
    unsigned width = size[0], height = size[1];
    if (width == 0 || height == 0 || width > 1024 || height > 4096)
        fail("size");
#ifdef FIXED
    unsigned n = width * height;
#else
    unsigned short n = width * height;
#endif
    if (n > 64)
        fail("large");
    unsigned char *pixels = malloc(n + 4);
    if (!pixels)
        fail("memory");
    for (unsigned y = 0; y < height; y++)
        pixels[y * width] = (unsigned char)y;
    putchar(pixels[0]);
    free(pixels);
    return 0;
}
