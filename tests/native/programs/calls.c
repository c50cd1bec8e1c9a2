/* Threads that make the calls that they are told to, over every primitive, and say what each of them returned.
 *
 * A script is a line: "initial values of two semaphores, parties of the barrier / main's calls / those of thread 1 / ..."
 * (tests/support/scripts.py says what they are). As an argument it is run in this process. Lines of the standard input,
 * each behind a number, are run in processes of their own, many at a time, with random delays; those that take a second
 * say nothing. Out: the number, and what each thread's calls returned. A call that a program must not make (to give back
 * what its thread does not hold, say) is not made: -1. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, CALLS = 32, AT_ONCE = 64, PATIENCE_S = 1, NOT_MADE = -1 };

struct thread {
    pthread_t id;
    int created, joined, count;
    volatile int done;
    char calls[CALLS][4];
    int results[CALLS];
    int depth[3], shared, exclusive, spins;
    unsigned chance;
};

static struct thread threads[THREADS];
static pthread_mutex_t mutexes[3];
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static sem_t semaphores[2];
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int tickets;
static _Atomic int words[2];
static __thread int began;

static void first(void)
{
    began = 1;
}

static struct timespec soon(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += 300000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

static int lock(struct thread *self, char how, int which)
{
    static const int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};
    pthread_mutex_t *mutex = &mutexes[which];
    struct timespec until = soon();
    int normal = kinds[which] == PTHREAD_MUTEX_NORMAL, result;
    if (how == 'u') {
        if (normal && !self->depth[which])
            return NOT_MADE;
        result = pthread_mutex_unlock(mutex);
        self->depth[which] -= !result;
        return result;
    }
    if (how == 'l' && normal && self->depth[which])
        return NOT_MADE;
    result = how == 'l' ? pthread_mutex_lock(mutex)
             : how == 't' ? pthread_mutex_trylock(mutex)
                          : pthread_mutex_timedlock(mutex, &until);
    self->depth[which] += !result;
    return result;
}

static int share(struct thread *self, char how)
{
    struct timespec until = soon();
    int result;
    switch (how) {
    case 'r': case 'R': case 'y':
        result = how == 'r' ? pthread_rwlock_rdlock(&rwlock)
                 : how == 'R' ? pthread_rwlock_tryrdlock(&rwlock)
                              : pthread_rwlock_timedrdlock(&rwlock, &until);
        self->shared += !result;
        return result;
    case 'w': case 'W': case 'z':
        if (how == 'w' && self->shared)
            return NOT_MADE;
        result = how == 'w' ? pthread_rwlock_wrlock(&rwlock)
                 : how == 'W' ? pthread_rwlock_trywrlock(&rwlock)
                              : pthread_rwlock_timedwrlock(&rwlock, &until);
        self->exclusive += !result;
        return result;
    default:
        if (!self->shared && !self->exclusive)
            return NOT_MADE;
        if (self->exclusive)
            self->exclusive = 0;
        else
            self->shared--;
        return pthread_rwlock_unlock(&rwlock);
    }
}

static int wait_for(struct thread *self, char how, int condition, int mutex)
{
    struct timespec until = soon();
    if (self->depth[mutex] != 1)
        return NOT_MADE;
    return how == 'c' ? pthread_cond_wait(&conditions[condition], &mutexes[mutex])
                      : pthread_cond_timedwait(&conditions[condition], &mutexes[mutex], &until);
}

static int count(char how, int which)
{
    struct timespec until = soon();
    sem_t *semaphore = &semaphores[which];
    int value, result = how == 'v' ? sem_post(semaphore)
                        : how == 'd' ? sem_wait(semaphore)
                        : how == 'D' ? sem_trywait(semaphore)
                        : how == 'e' ? sem_timedwait(semaphore, &until)
                                     : sem_getvalue(semaphore, &value);
    return result ? errno : how == 'g' ? value : 0;
}

static void *body(void *given);

static int thread_call(char how, struct thread *child)
{
    struct timespec until = soon();
    int result;
    if (how == 'N') {
        if (child->created)
            return NOT_MADE;
        child->created = 1;
        return pthread_create(&child->id, NULL, body, child);
    }
    if (!child->created || child->joined)
        return NOT_MADE;
    result = how == 'J' ? pthread_join(child->id, NULL)
             : how == 'j' ? pthread_tryjoin_np(child->id, NULL)
                          : pthread_timedjoin_np(child->id, NULL, &until);
    child->joined = !result;
    return result;
}

static int futex_call(char how, int which, int value)
{
    _Atomic int *word = &words[which];
    if (how == 'f')
        return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0) ? errno : 0;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, how == 'k' ? 1 : INT_MAX, NULL, NULL, 0);
    return 0;
}

static int spin_call(struct thread *self, char how)
{
    if (how == 'q' ? !self->spins : how == 'p' && self->spins)
        return NOT_MADE;
    int result = how == 'p' ? pthread_spin_lock(&spin)
                 : how == 'P' ? pthread_spin_trylock(&spin)
                              : pthread_spin_unlock(&spin);
    if (!result)
        self->spins = how != 'q';
    return result;
}

static int made(struct thread *self, const char *call)
{
    int which = call[1] ? call[1] - '0' : 0;
    switch (call[0]) {
    case 'l': case 't': case 'T': case 'u':
        return lock(self, call[0], which);
    case 'r': case 'R': case 'y': case 'w': case 'W': case 'z': case 'x':
        return share(self, call[0]);
    case 'p': case 'P': case 'q':
        return spin_call(self, call[0]);
    case 'c': case 'C':
        return wait_for(self, call[0], which, call[2] - '0');
    case 's':
        return pthread_cond_signal(&conditions[which]);
    case 'b':
        return pthread_cond_broadcast(&conditions[which]);
    case 'v': case 'd': case 'D': case 'e': case 'g':
        return count(call[0], which);
    case 'B':
        return pthread_barrier_wait(&barrier);
    case 'o':
        began = 0;
        pthread_once(&once, first);
        return began;
    case 'f': case 'k': case 'h':
        return futex_call(call[0], which, call[2] - '0');
    case 'i':
        return words[which]++;
    case 'a':
        return __atomic_fetch_add(&tickets, 1, __ATOMIC_SEQ_CST);
    case 'N': case 'J': case 'j': case 'K':
        return thread_call(call[0], &threads[which]);
    default:
        abort();
    }
}

static void delay(struct thread *self)
{
    if (!self->chance)
        return;
    self->chance = self->chance * 1103515245u + 12345u;
    unsigned pick = self->chance >> 16 & 15;
    if (pick < 4)
        sched_yield();
    else if (pick < 8)
        for (volatile unsigned turn = 0; turn < (self->chance >> 20 & 4095); turn++)
            ;
    else if (pick < 10)
        nanosleep(&(struct timespec){.tv_nsec = (self->chance >> 20 & 255) * 1000}, NULL);
}

static void *body(void *given)
{
    struct thread *self = given;
    for (int number = 0; number < self->count; number++) {
        delay(self);
        self->results[number] = made(self, self->calls[number]);
        self->done = number + 1;
    }
    return NULL;
}

static void prepare(char *script, unsigned seed)
{
    int initial[2], parties, at = 0;
    pthread_mutexattr_t attributes;
    static const int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};
    sscanf(script, "%d %d %d", &initial[0], &initial[1], &parties);
    for (int which = 0; which < 3; which++) {
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, kinds[which]);
        pthread_mutex_init(&mutexes[which], &attributes);
    }
    sem_init(&semaphores[0], 0, initial[0]);
    sem_init(&semaphores[1], 0, initial[1]);
    pthread_barrier_init(&barrier, NULL, parties);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    char *part = strchr(script, '/');
    for (; part && at < THREADS; at++) {
        char *end = strchr(++part, '/'), *rest, *call;
        if (end)
            *end = 0;
        struct thread *thread = &threads[at];
        thread->chance = seed ? seed * 2654435761u + at * 40503u : 0;
        for (call = strtok_r(part, " \n", &rest); call && thread->count < CALLS; call = strtok_r(NULL, " \n", &rest))
            strncpy(thread->calls[thread->count++], call, 3);
        part = end;
    }
}

static void say(const char *before)
{
    char line[4096];
    int length = snprintf(line, sizeof line, "%s", before);
    for (int at = 0; at < THREADS; at++) {
        length += snprintf(line + length, sizeof line - length, " /");
        for (int call = 0; call < threads[at].done; call++)
            length += snprintf(line + length, sizeof line - length, " %d", threads[at].results[call]);
        length += snprintf(line + length, sizeof line - length, threads[at].created ? " +" : "");
    }
    length += snprintf(line + length, sizeof line - length, "\n");
    if (write(1, line, length) != length)
        abort();
}

static char name[32];

/* Nothing is over that was not a while ago: it never will be. */
static void look(int signal)
{
    static int before = -1;
    int now = 0;
    for (int at = 0; at < THREADS; at++)
        now += threads[at].done;
    if (now == before) {
        name[strlen(name)] = '-';
        say(name);
        _exit(0);
    }
    before = now;
    alarm(PATIENCE_S);
    (void)signal;
}

static void run_script(char *script, unsigned seed)
{
    prepare(script, seed);
    body(&threads[0]);
    for (int at = 1; at < THREADS; at++)
        if (threads[at].created && !threads[at].joined)
            pthread_join(threads[at].id, NULL);
    say(name);
}

int main(int count, char **arguments)
{
    char line[4096];
    int children = 0;
    if (count > 1) {
        run_script(arguments[1], 0);
        return 0;
    }
    while (fgets(line, sizeof line, stdin)) {
        char *script;
        unsigned number = strtoul(line, &script, 10), seed = strtoul(script, &script, 10);
        if (children == AT_ONCE && wait(NULL) > 0)
            children--;
        children++;
        if (fork() == 0) {
            snprintf(name, sizeof name, "%u", number);
            signal(SIGALRM, look);
            alarm(PATIENCE_S);
            run_script(script, seed);
            _exit(0);
        }
    }
    while (wait(NULL) > 0)
        ;
    return 0;
}
