/* Scans text for words and hashes each (FNV-1a): a branch or two per character. */
#include <stdio.h>
#include <stdlib.h>

static char text[1 << 20];

static unsigned scan(const char *p, unsigned *hash) {
    unsigned words = 0;
    while (*p) {
        while (*p == ' ' || *p == '\n') p++;
        if (!*p) break;
        unsigned h = 2166136261u;
        for (; *p && *p != ' ' && *p != '\n'; p++) h = (h ^ (unsigned char)*p) * 16777619u;
        *hash = *hash * 31 + h;
        words++;
    }
    return words;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 30;
    unsigned seed = 1, words = 0, hash = 0;
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned r = (seed >> 16) % 32;
        text[i] = r < 26 ? (char)('a' + r) : r < 31 ? ' ' : '\n';
    }
    for (int round = 0; round < rounds; round++) words += scan(text, &hash);
    printf("%u %08x\n", words, hash);
    return 0;
}
