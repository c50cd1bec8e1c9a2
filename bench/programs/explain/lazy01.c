/* lazy01_false of the verification competition: two threads add to a sum, one and two, a third one takes for granted
   that it comes before one of them. All three hold the mutex; nothing says in which order they get it. */
// KIND: OV
// THREADS: 4
// TRACES: 2
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add_one(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    data++;  // CAUSE switch 1 from
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *add_two(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    data += 2;  // CAUSE switch 2 from
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *look(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    assert(data < 3);  // CAUSE switch 1 to, switch 2 to
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t one, two, third;
    pthread_create(&one, NULL, add_one, NULL);
    pthread_create(&third, NULL, look, NULL);
    pthread_create(&two, NULL, add_two, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    pthread_join(third, NULL);
    return 0;
}
