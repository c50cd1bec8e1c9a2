// CONSTRUCT: a thread creates and joins another; main joins the first and reads what the second wrote
#include <pthread.h>

static int result;

static void *grandchild(void *arg) {
    (void)arg;
    result = 7;
    return NULL;
}

static void *child(void *arg) {
    (void)arg;
    pthread_t thread;
    pthread_create(&thread, NULL, grandchild, NULL);
    pthread_join(thread, NULL);
    result++;
    return NULL;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, child, NULL);
    pthread_join(t1, NULL);
    return result == 8 ? 0 : 1;
    return 0;
}
