/* Compresses and expands several buffers with several levels, strategies, windows, formats and buffer sizes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

#define SIZE 30000

static unsigned char plain[SIZE], packed[2 * SIZE], back[SIZE];
static unsigned long total;

/* Text-like, noise, runs, and a mixture. */
static void fill(int kind)
{
    static const char *words[] = {"the ", "quick ", "brown ", "fox ", "jumps ", "over ", "lazy ", "dog\n"};
    unsigned seed = 12345u + (unsigned)kind;
    size_t at = 0;
    while (at < SIZE) {
        seed = seed * 1103515245u + 12345u;
        unsigned pick = seed >> 16;
        if (kind == 0 || (kind == 3 && at / 5000 % 2)) {
            const char *word = words[pick % 8];
            size_t length = strlen(word);
            if (length > SIZE - at)
                length = SIZE - at;
            memcpy(plain + at, word, length);
            at += length;
        } else if (kind == 1) {
            plain[at++] = (unsigned char)pick;
        } else {
            size_t run = pick % 700 + 1;
            if (run > SIZE - at)
                run = SIZE - at;
            memset(plain + at, (int)(pick % 7), run);
            at += run;
        }
    }
}

/* Zeroed memory: deflate reads its hash chains before it wrote them, and counts must not depend on that. */
static voidpf zeroed(voidpf opaque, uInt items, uInt size)
{
    (void)opaque;
    return calloc(items, size);
}

static void release(voidpf opaque, voidpf address)
{
    (void)opaque;
    free(address);
}

static void fresh(z_stream *stream)
{
    memset(stream, 0, sizeof *stream);
    stream->zalloc = zeroed;
    stream->zfree = release;
}

/* One round trip in steps of `step` bytes. */
static void round_trip(int level, int bits, int memory, int strategy, unsigned step, int flush)
{
    z_stream out, in;
    uLong size, done = 0;
    int status;
    fresh(&out);
    if (deflateInit2(&out, level, Z_DEFLATED, bits, memory, strategy) != Z_OK)
        return;
    if (bits > 0 && bits < 16)
        deflateSetDictionary(&out, (const Bytef *)"the quick brown", 15);
    out.next_out = packed;
    out.avail_out = sizeof packed;
    while (done < SIZE) {
        uLong part = SIZE - done < step ? SIZE - done : step;
        out.next_in = plain + done;
        out.avail_in = (uInt)part;
        deflate(&out, flush);
        done += part;
        if (done == 3 * (uLong)step && level > 0)
            deflateParams(&out, 10 - level, strategy);
    }
    while (deflate(&out, Z_FINISH) == Z_OK)
        ;
    size = out.total_out;
    deflateEnd(&out);
    total += size;

    fresh(&in);
    if (inflateInit2(&in, bits > 15 ? 15 + 32 : bits) != Z_OK)
        return;
    in.next_in = packed;
    in.next_out = back;
    done = 0;
    in.avail_out = SIZE;
    do {
        if (in.avail_in == 0) {
            uLong part = size - done < step ? size - done : step;
            in.avail_in = (uInt)part;
            done += part;
        }
        status = inflate(&in, flush);
        if (status == Z_NEED_DICT)
            status = inflateSetDictionary(&in, (const Bytef *)"the quick brown", 15);
    } while (status == Z_OK || (status == Z_BUF_ERROR && (in.avail_in > 0 || done < size)));
    if (in.total_out != SIZE || memcmp(plain, back, SIZE) != 0)
        printf("differs: level %d bits %d step %u: %d\n", level, bits, step, status);
    inflateEnd(&in);
}

/* Damaged and cut streams, copies, resets and queries. */
static void odd_uses(void)
{
    z_stream out, copy;
    uLongf size = sizeof packed, length = SIZE;
    int at;
    compress2(packed, &size, plain, SIZE, 6);
    for (at = 0; at < 64; at++) {
        unsigned char old = packed[at * 3];
        packed[at * 3] ^= (unsigned char)(1 << at % 8);
        length = SIZE;
        total += (uLong)uncompress(back, &length, packed, size);
        packed[at * 3] = old;
    }
    length = SIZE;
    total += (uLong)uncompress(back, &length, packed, size / 2);
    length = 10;
    total += (uLong)uncompress(back, &length, packed, size);

    fresh(&out);
    deflateInit(&out, 9);
    deflateTune(&out, 8, 16, 32, 64);
    deflatePrime(&out, 3, 5);
    out.next_in = plain;
    out.avail_in = 5000;
    out.next_out = packed;
    out.avail_out = 300;
    while (deflate(&out, Z_FULL_FLUSH) == Z_OK && out.avail_out == 0) {
        out.next_out = packed;
        out.avail_out = 300;
    }
    if (deflateCopy(&copy, &out) == Z_OK)
        deflateEnd(&copy);
    total += deflateBound(&out, 1000);
    deflateReset(&out);
    deflateEnd(&out);
    deflate(NULL, Z_FINISH);

    fresh(&out);
    inflateInit(&out);
    out.next_in = plain;
    out.avail_in = 100;
    inflateSync(&out);
    if (inflateCopy(&copy, &out) == Z_OK)
        inflateEnd(&copy);
    inflateReset2(&out, -15);
    inflatePrime(&out, 4, 3);
    inflateEnd(&out);
}

/* A gzip header with every field, and reading it back. */
static void header(void)
{
    z_stream out, in;
    gz_header gzip, read;
    Bytef name[40], comment[40], extra[40];
    fresh(&out);
    memset(&gzip, 0, sizeof gzip);
    deflateInit2(&out, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    gzip.text = 1;
    gzip.time = 77;
    gzip.os = 3;
    gzip.name = (Bytef *)"name";
    gzip.comment = (Bytef *)"a comment";
    gzip.extra = (Bytef *)"extra";
    gzip.extra_len = 5;
    gzip.hcrc = 1;
    deflateSetHeader(&out, &gzip);
    out.next_in = plain;
    out.avail_in = 1000;
    out.next_out = packed;
    out.avail_out = sizeof packed;
    deflate(&out, Z_FINISH);

    fresh(&in);
    memset(&read, 0, sizeof read);
    read.name = name;
    read.name_max = sizeof name;
    read.comment = comment;
    read.comm_max = sizeof comment;
    read.extra = extra;
    read.extra_max = sizeof extra;
    inflateInit2(&in, 15 + 16);
    inflateGetHeader(&in, &read);
    in.next_in = packed;
    in.avail_in = (uInt)out.total_out;
    in.next_out = back;
    in.avail_out = SIZE;
    inflate(&in, Z_FINISH);
    inflateEnd(&in);
    deflateEnd(&out);
}

int main(void)
{
    int kind, level;
    for (kind = 0; kind < 4; kind++) {
        fill(kind);
        for (level = 0; level <= 9; level++)
            round_trip(level, 15, 8, Z_DEFAULT_STRATEGY, level % 2 ? SIZE : 4096, Z_NO_FLUSH);
        round_trip(6, -12, 1, Z_FILTERED, 1000, Z_SYNC_FLUSH);
        round_trip(6, 31, 9, Z_HUFFMAN_ONLY, 333, Z_NO_FLUSH);
        round_trip(5, 9, 4, Z_RLE, 2048, Z_PARTIAL_FLUSH);
        round_trip(9, 15, 9, Z_FIXED, 7000, Z_FULL_FLUSH);
        round_trip(7, 14, 8, Z_DEFAULT_STRATEGY, 500, Z_BLOCK);
        odd_uses();
    }
    header();
    round_trip(42, 99, 0, 0, 1, 0);
    printf("%lu\n", total);
    return 0;
}
