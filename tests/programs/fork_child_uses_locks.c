// CONSTRUCT: a fork out of a thread; the child finds locks, semaphores, keys and once flags as they were, and starts threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, free_lock;
static pthread_rwlock_t reading = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t semaphore;
static int begun, shared, handled;
static char *kept;

static void begin(void) {
    begun++;
}

static void handle(int number) {
    handled = number;
}

static void *add(void *arg) {
    pthread_mutex_lock(&free_lock);
    shared++;
    pthread_mutex_unlock(&free_lock);
    return arg;
}

static int child(void) {
    pthread_t thread;
    pthread_once(&once, begin);
    if (begun != 1 || pthread_mutex_trylock(&held) == 0 || pthread_rwlock_trywrlock(&reading) == 0)
        return 1;
    if (sem_trywait(&semaphore) || sem_trywait(&semaphore) || sem_trywait(&semaphore) == 0)
        return 2;
    if (pthread_getspecific(key) != &begun)
        return 3;
    if (pthread_create(&thread, NULL, add, NULL) || pthread_join(thread, NULL) || shared != 2)
        return 4;
    kept = realloc(kept, 4000);
    kept[3999] = 1;
    free(kept);
    raise(SIGUSR1);
    return handled == SIGUSR1 ? 0 : 5;
}

static void *forks(void *arg) {
    int status = -1;
    pthread_setspecific(key, &begun);
    pthread_mutex_lock(&held);
    pthread_rwlock_rdlock(&reading);
    pid_t made = fork();
    if (made == 0)
        _exit(child());
    assert(waitpid(made, &status, 0) == made);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    pthread_rwlock_unlock(&reading);
    pthread_mutex_unlock(&held);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_mutex_init(&free_lock, NULL);
    pthread_key_create(&key, NULL);
    pthread_once(&once, begin);
    sem_init(&semaphore, 0, 1);
    sem_post(&semaphore);
    signal(SIGUSR1, handle);
    kept = malloc(100);
    pthread_create(&first, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, forks, NULL);
    pthread_join(second, NULL);
    assert(shared == 1 && handled == 0);
    return 0;
}
