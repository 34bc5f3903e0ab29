// reason: threads other than the first are run but not followed
// flags: -pthread
// wants: covered 4 of 4
#include <pthread.h>
#include <stdio.h>

static void *look(void *argument)
{
    int *number = argument;
    if (*number * 0x10dcdu + 77 == 0x5eed1234)
        *number = 0;
    return argument;
}

int main(void)
{
    int number;
    pthread_t thread;
    if (fread(&number, sizeof number, 1, stdin) != 1)
        return 1;
    pthread_create(&thread, NULL, look, &number);
    pthread_join(thread, NULL);
    return 0;
}
