/* The input of one test. */
struct input {
    const char *stdin_bytes;
    size_t stdin_size;
    const char *value_bytes; /* of the values that the program asks for, one after the other */
    size_t value_size;
    const char *const *args; /* after the program's name; the last one is NULL */
    const char *const *env;  /* names and values in turn; the last one is NULL */
    const struct file *files;
    size_t n_files;
    const char *shows; /* what the driver of a single function prints: 1 all, 2 what was returned */
};

/* A file in the program's directory. */
struct file {
    const char *name;
    const char *bytes;
    size_t size;
};

/* What one run showed. */
struct result {
    int exit_status; /* -1 when a signal ended the program */
    int signal;      /* 0 when it exited */
    char *out;       /* standard output */
    size_t out_size;
};

/* The program's own main: the linker puts ours in its place (-Wl,--wrap=main). A program for libFuzzer has another. */
extern int __real_main(int argc, char **argv, char **envp) __attribute__((weak));
extern int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) __attribute__((weak));
extern int __wrap_main(void);

static struct input given;

/* An open temporary file without a name. */
static int temporary(const char *bytes, size_t size)
{
    FILE *file = tmpfile();
    if (!file || (size && fwrite(bytes, 1, size, file) != size) || fflush(file) != 0) {
        perror("temporary file");
        exit(2);
    }
    int fd = dup(fileno(file));
    fclose(file);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static void write_file(const struct file *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", file->name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *out = fopen(path, "wb");
    if (!out || (file->size && fwrite(file->bytes, 1, file->size, out) != file->size) || fclose(out) != 0)
        _exit(126);
}

/* The child: a folder with the input's files, no other environment, signals as they are by default, ten seconds. */
static void child(const char *folder, int out)
{
    static char *argv[1024] = { PROGRAM_NAME };
    int argc = 1;
    int in = temporary(given.stdin_bytes, given.stdin_size);
    if (chdir(folder) != 0 || clearenv() != 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0)
        _exit(126);
    for (; given.args && given.args[argc - 1] && argc < 1023; argc++)
        argv[argc] = strdup(given.args[argc - 1]);
#ifdef SHOWS_RESULT
    if (given.shows)
        setenv(SHOWS_RESULT, given.shows, 1);
#endif
    for (size_t k = 0; given.env && given.env[k]; k += 2)
        setenv(given.env[k], given.env[k + 1], 1);
    for (size_t k = 0; k < given.n_files; k++)
        write_file(&given.files[k]);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_DFL);
    alarm(10);
    if (!LLVMFuzzerTestOneInput)
        exit(__real_main(argc, argv, environ));
    /* The length of the buffer comes first, eight bytes of it. The buffer is exactly that long, for whoever checks bounds. */
    size_t size = given.value_size < 8 ? 0 : given.value_size - 8;
    unsigned char *data = malloc(size ? size : 1);
    if (!data)
        _exit(126);
    if (size)
        memcpy(data, given.value_bytes + 8, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    exit(0);
}

/* Runs the program once. */
static struct result run(struct input input)
{
    struct result result = { -1, 0, NULL, 0 };
    char folder[] = "/tmp/test-XXXXXX";
    int status = 0, out = temporary("", 0);
    given = input;
    fflush(NULL);
    pid_t pid = mkdtemp(folder) ? fork() : -1;
    if (pid == 0)
        child(folder, out);
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        perror("run");
        exit(2);
    }
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    if (WIFEXITED(status))
        result.exit_status = WEXITSTATUS(status);
    else
        result.signal = WTERMSIG(status);
    result.out_size = (size_t)lseek(out, 0, SEEK_END);
    result.out = malloc(result.out_size + 1);
    if (!result.out || pread(out, result.out, result.out_size, 0) != (ssize_t)result.out_size) {
        perror("standard output");
        exit(2);
    }
    close(out);
    return result;
}

/* Did the program print exactly this? */
__attribute__((unused)) static int printed(const struct result *result, const char *bytes, size_t size)
{
    return result->out_size == size && memcmp(result->out, bytes, size) == 0;
}
