/* Calls that block in the kernel, and other processes; argv[1] says which. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *write_later(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    if (write(ends[1], "x", 1) != 1)
        abort();
    return unused;
}

/* read is interposed: the thread leaves at once */
static void pipes(void)
{
    pthread_t thread;
    char byte = 0;
    if (pipe(ends))
        abort();
    pthread_create(&thread, NULL, write_later, NULL);
    if (read(ends[0], &byte, 1) != 1)
        abort();
    pthread_join(thread, NULL);
    printf("%c pipes\n", byte);
}

/* fgetc on a pipe blocks inside libc: the watchdog's case */
static void streams(void)
{
    pthread_t thread;
    if (pipe(ends))
        abort();
    FILE *in = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, write_later, NULL);
    int byte = fgetc(in);
    pthread_join(thread, NULL);
    printf("%c streams\n", byte);
}

static void *print_within(void *unused)
{
    puts("within");
    return unused;
}

/* the other thread blocks on the lock of stdout, in libc */
static void stream_locks(void)
{
    pthread_t thread;
    flockfile(stdout);
    pthread_create(&thread, NULL, print_within, NULL);
    for (int i = 0; i < 100; i++)
        sched_yield();
    puts("before");
    funlockfile(stdout);
    pthread_join(thread, NULL);
}

static void children(void)
{
    pthread_t thread;
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        if (pipe(ends))
            abort();
        pthread_create(&thread, NULL, write_later, NULL);
        pthread_join(thread, NULL);
        free(malloc(100));
        printf("child\n");
        exit(7);
    }
    waitpid(child, &status, 0);
    printf("%d %d children\n", WEXITSTATUS(status), system("exit 5") == 5 << 8);
}

int main(int count, char **arguments)
{
    static const struct { const char *name; void (*run)(void); } all[] = {
        {"pipes", pipes}, {"streams", streams}, {"stream locks", stream_locks}, {"children", children},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (count > 1 && strcmp(arguments[1], all[i].name) == 0)
            all[i].run();
    return 0;
}
