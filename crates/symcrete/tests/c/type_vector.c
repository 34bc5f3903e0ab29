// Vectors of the compiler's extension and of intrinsics, element by element.
// options: --stdin 16
// lost: none
#include <emmintrin.h>
#include <string.h>
#include <unistd.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  unsigned char b[16];
  if (read(0, b, 16) != 16) return 1;
  four v;
  memcpy(&v, b, 16);
  four w = v * 3 + (four){1, 2, 3, 4};
  if (w[2] == 303) return 2; // REACHED
  __m128i x = _mm_loadu_si128((const __m128i *)b);
  __m128i y = _mm_add_epi8(x, _mm_set1_epi8(5));
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(y, _mm_set1_epi8('z'))) == 0x8001) return 3; // REACHED
  return 0;
}
