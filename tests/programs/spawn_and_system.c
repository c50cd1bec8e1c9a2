// CONSTRUCT: system, popen and posix_spawn beside threads; their processes are not recorded
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    pid_t child;
    int status = -1;
    char line[16] = "";
    char *arguments[] = {"sh", "-c", "exit 3", NULL};
    pthread_create(&thread, NULL, add, NULL);
    assert(WEXITSTATUS(system("exit 5")) == 5);
    FILE *pipe = popen("echo seven", "r");
    assert(pipe && fgets(line, sizeof line, pipe) && strcmp(line, "seven\n") == 0);
    assert(pclose(pipe) == 0);
    assert(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0);
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    add(NULL);
    pthread_join(thread, NULL);
    assert(counter == 2);
    return 0;
}
