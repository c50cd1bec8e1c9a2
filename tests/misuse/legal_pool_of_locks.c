// VERIFY: proved
// CONSTRUCT: a pool of mutexes, each initialised under the lock of the pool when it is first asked for
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct { pthread_mutex_t m; int made, v; } pool[2];

static void *add(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&pool_lock);
        if (!pool[i].made) {
            pthread_mutex_init(&pool[i].m, NULL);
            pool[i].made = 1;
        }
        pthread_mutex_unlock(&pool_lock);
        pthread_mutex_lock(&pool[i].m);
        pool[i].v++;
        pthread_mutex_unlock(&pool[i].m);
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    assert(pool[0].v == 2 && pool[1].v == 2);
    return 0;
}
