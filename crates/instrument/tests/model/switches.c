// Switches: fallthrough, shared targets, default in the middle, one case, no case, unreachable default, 64 bits.
int fallthrough(int c) {
    int result = 0;
    switch (c) {
    case 1:
        result += 1;
    case 2:
        result += 2;
        break;
    default:
        result = 9;
        break;
    case 'a':
    case 'b':
        result = 4;
    }
    return result;
}

int one_case(int c) {
    switch (c) {
    case 5:
        return 50;
    }
    return 0;
}

int only_default(int c) {
    switch (c) {
    default:
        return c + 1;
    }
}

int no_default(unsigned c) {
    switch (c & 3) {
    case 0:
        return 10;
    case 1:
        return 11;
    case 2:
        return 12;
    case 3:
        return 13;
    }
    __builtin_unreachable();
}

int wide(long long c) {
    switch (c) {
    case -1:
        return 1;
    case 0x100000000:
        return 2;
    }
    return 3;
}

void (*jump(int c))(void) {
    static void *const labels[] = {&&first, &&second};
    goto *labels[c & 1];
first:
    return 0;
second:
    return (void (*)(void))&&first;
}
