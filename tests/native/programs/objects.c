/* Each kind of synchronisation object once; argv[1] says which. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void *(*body)(void *);

static void in_threads(int count, void *(*run)(void *))
{
    pthread_t threads[8];
    body = run;
    for (long i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static struct timespec in_seconds(int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    return until;
}

/* ---- recursive and error-checking mutexes */

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking;
static pthread_cond_t recursive_changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wake_recursive(void *unused)
{
    pthread_mutex_lock(&recursive);
    ready = 1;
    pthread_cond_signal(&recursive_changed);
    pthread_mutex_unlock(&recursive);
    return unused;
}

static void mutexes(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attributes);
    pthread_mutex_lock(&checking);
    printf("%d ", pthread_mutex_lock(&checking) == EDEADLK);
    pthread_mutex_unlock(&checking);
    printf("%d ", pthread_mutex_unlock(&checking) == EPERM);
    pthread_mutex_destroy(&checking);
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    printf("%d ", pthread_mutex_unlock(&recursive) == EPERM);
    puts("mutexes");
}

/* a wait with the lock held twice: without a recording this hangs */
static void nested(void)
{
    pthread_t thread;
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_create(&thread, NULL, wake_recursive, NULL);
    while (!ready)
        pthread_cond_wait(&recursive_changed, &recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_join(thread, NULL);
    puts("nested");
}

/* ---- barrier */

static pthread_barrier_t barrier;
static int serial;

static void *meet(void *unused)
{
    for (int i = 0; i < 2; i++)
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++;
    return unused;
}

static void barriers(void)
{
    pthread_barrier_init(&barrier, NULL, 3);
    in_threads(3, meet);
    pthread_barrier_destroy(&barrier);
    printf("%d barriers\n", serial);
}

/* ---- once */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void begin(void)
{
    sched_yield();
    times++;
}

static void *use(void *unused)
{
    pthread_once(&once, begin);
    if (!times)
        abort();
    return unused;
}

static void onces(void)
{
    in_threads(3, use);
    printf("%d onces\n", times);
}

/* ---- time limits: no real waiting */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *try_for_a_while(void *unused)
{
    struct timespec until = in_seconds(50);
    printf("%d ", pthread_mutex_timedlock(&lock, &until) == ETIMEDOUT);
    return unused;
}

static void limits(void)
{
    sem_t semaphore;
    time_t before = time(NULL);
    struct timespec until = in_seconds(100);
    pthread_mutex_lock(&lock);
    printf("%d ", pthread_cond_timedwait(&never, &lock, &until) == ETIMEDOUT);
    in_threads(1, try_for_a_while);
    pthread_mutex_unlock(&lock);
    sem_init(&semaphore, 0, 0);
    until = in_seconds(100);
    printf("%d ", sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT);
    sleep(1000);
    printf("%d limits\n", time(NULL) >= before + 1250);
}

/* ---- keys */

static pthread_key_t key;

static void farewell(void *value)
{
    printf("farewell %ld\n", (long)value);
}

static void *keep(void *number)
{
    pthread_setspecific(key, (void *)((long)number + 1));
    pthread_exit(NULL);
}

static void keys(void)
{
    pthread_key_create(&key, farewell);
    in_threads(2, keep);
    printf("%d keys\n", pthread_getspecific(key) == NULL);
}

/* ---- reader-writer locks */

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

static void *look(void *unused)
{
    printf("%d ", pthread_rwlock_tryrdlock(&shared) == 0);
    printf("%d ", pthread_rwlock_trywrlock(&shared) == EBUSY);
    pthread_rwlock_unlock(&shared);
    return unused;
}

static void readers(void)
{
    pthread_rwlock_rdlock(&shared);
    in_threads(1, look);
    pthread_rwlock_unlock(&shared);
    pthread_rwlock_wrlock(&shared);
    printf("%d ", pthread_rwlock_wrlock(&shared) == EDEADLK);
    pthread_rwlock_unlock(&shared);
    puts("readers");
}

/* ---- semaphores */

static sem_t full, empty;
static int slot, sum;

static void *fill(void *unused)
{
    for (int i = 1; i <= 4; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return unused;
}

static void semaphores(void)
{
    pthread_t thread;
    int left;
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&thread, NULL, fill, NULL);
    for (int i = 1; i <= 4; i++) {
        sem_wait(&full);
        sum += slot;
        sem_post(&empty);
    }
    pthread_join(thread, NULL);
    sem_getvalue(&empty, &left);
    printf("%d %d semaphores\n", sum, left);
}

/* ---- C11 */

static mtx_t c11_lock;
static cnd_t c11_changed;
static tss_t c11_key;
static once_flag c11_once = ONCE_FLAG_INIT;
static int c11_ready;

static int c11_thread(void *unused)
{
    (void)unused;
    call_once(&c11_once, begin);
    tss_set(c11_key, (void *)7);
    mtx_lock(&c11_lock);
    c11_ready = 1;
    cnd_signal(&c11_changed);
    mtx_unlock(&c11_lock);
    thrd_exit(41);
}

static void c11(void)
{
    thrd_t thread;
    int result = 0;
    mtx_init(&c11_lock, mtx_recursive);
    cnd_init(&c11_changed);
    tss_create(&c11_key, farewell);
    thrd_create(&thread, c11_thread, NULL);
    mtx_lock(&c11_lock);
    while (!c11_ready)
        cnd_wait(&c11_changed, &c11_lock);
    mtx_unlock(&c11_lock);
    thrd_join(thread, &result);
    cnd_destroy(&c11_changed);
    mtx_destroy(&c11_lock);
    printf("%d c11\n", result);
}

/* ---- a spin loop that only a sleeper can end */

static volatile int go;

static void *sleep_and_go(void *unused)
{
    usleep(1000);
    go = 1;
    return unused;
}

static void spinning(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_and_go, NULL);
    while (!go)
        sched_yield();
    pthread_join(thread, NULL);
    puts("spinning");
}

int main(int count, char **arguments)
{
    static const struct { const char *name; void (*run)(void); } all[] = {
        {"mutexes", mutexes}, {"barriers", barriers}, {"onces", onces}, {"limits", limits}, {"keys", keys},
        {"readers", readers}, {"semaphores", semaphores}, {"c11", c11}, {"spinning", spinning},
        {"nested", nested},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (count > 1 && strcmp(arguments[1], all[i].name) == 0)
            all[i].run();
    return 0;
}
