/* What the parts of the program share. */
void sort(char *bytes, int length);
extern const unsigned char weight[256];
