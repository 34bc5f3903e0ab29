/* Insertion sort: its branches depend on the input. */
#include "sort.h"

void sort(char *bytes, int length) {
    for (int i = 1; i < length; i++) {
        char moving = bytes[i];
        int at = i;
        while (at > 0 && bytes[at - 1] > moving) {
            bytes[at] = bytes[at - 1];
            at--;
        }
        bytes[at] = moving + weight[0];
    }
}
