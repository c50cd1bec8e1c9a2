// CONSTRUCT: command-line arguments and the environment, used by threads
// ARGS: 3 'two words' --flag=5
// EXIT: 0
// OUTPUT: 4 3 9 5\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int arg_count, number, length, flag;

static void *parse_number(void *arg) {
    char **argv = arg;
    number = atoi(argv[1]);
    length = (int)strlen(argv[2]);
    return NULL;
}

static void *parse_flag(void *arg) {
    char **argv = arg;
    if (strncmp(argv[3], "--flag=", 7) == 0)
        flag = (int)strtol(argv[3] + 7, NULL, 10);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t1, t2;
    if (argc != 4)
        return 2;
    arg_count = argc;
    pthread_create(&t1, NULL, parse_number, argv);
    pthread_create(&t2, NULL, parse_flag, argv);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    const char *path = getenv("PATH");
    assert(path == NULL || strlen(path) < 100000);
    setenv("PROGRAM_SETTING", "on", 1);
    assert(strcmp(getenv("PROGRAM_SETTING"), "on") == 0);
    assert(argv[argc] == NULL);
    printf("%d %d %d %d\n", arg_count, number, length, flag);
    return 0;
}
