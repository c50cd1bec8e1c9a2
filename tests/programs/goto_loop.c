// CONSTRUCT: a loop and an error exit made of goto
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int count, failures;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    int limit = *(int *)arg;
    int i = 0;
again:
    if (i == limit)
        goto out;
    pthread_mutex_lock(&lock);
    if (count >= 100)
        goto fail;
    count++;
    pthread_mutex_unlock(&lock);
    i++;
    goto again;
fail:
    failures++;
    pthread_mutex_unlock(&lock);
out:
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int four = 4, five = 5;
    pthread_create(&t1, NULL, work, &four);
    pthread_create(&t2, NULL, work, &five);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 9 && failures == 0);
    return 0;
}
