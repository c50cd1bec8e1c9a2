// CONSTRUCT: container_of: from an embedded member back to its structure
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct hook {
    struct hook *next;
};

struct task {
    long cost;
    char name[5];
    struct hook hook;
    int runs;
};

static struct task tasks[2] = {{10, "one", {&tasks[1].hook}, 0}, {20, "two", {NULL}, 0}};
static struct hook *first = &tasks[0].hook;
static long spent;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg) {
    (void)arg;
    for (struct hook *h = first; h != NULL; h = h->next) {
        struct task *task = container_of(h, struct task, hook);
        pthread_mutex_lock(&lock);
        task->runs++;
        spent += task->cost;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, run, NULL);
    pthread_create(&t2, NULL, run, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(tasks[0].runs == 2 && tasks[1].runs == 2 && spent == 60);
    return 0;
}
