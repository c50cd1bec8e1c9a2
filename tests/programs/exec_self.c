// CONSTRUCT: a child that executes the same instrumented program again, and is not recorded
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *executes(void *arg) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "again", "child", (char *)NULL);
        _exit(1);
    }
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 2);
    return arg;
}

int main(int argc, char **argv) {
    pthread_t threads[2];
    int is_child = argc > 1 && strcmp(argv[1], "child") == 0;
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, is_child ? add : executes, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (is_child)
        return counter;
    assert(counter == 1);
    return 0;
}
