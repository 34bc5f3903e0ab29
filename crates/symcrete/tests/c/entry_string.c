// A function with a string of symbolic length: null, or characters up to a zero byte.
// options: --entry parse --string 8
// covered: 12 of 12
int parse(const char *text) {
  int n = 0;
  if (!text) return -1; // REACHED
  while (text[n]) n++;
  if (n == 8) return 8; // REACHED
  if (n == 3) { // REACHED
    if (text[0] == 'k' && text[2] == '7') return 7; // REACHED
  }
  return 0;
}
