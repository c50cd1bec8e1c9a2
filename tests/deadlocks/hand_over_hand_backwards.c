// CONSTRUCT: one walks the list forwards, one backwards
#include <pthread.h>

struct node {
    pthread_mutex_t lock;
    int value;
};

static struct node nodes[3] = {
    {PTHREAD_MUTEX_INITIALIZER, 1}, {PTHREAD_MUTEX_INITIALIZER, 2}, {PTHREAD_MUTEX_INITIALIZER, 3}};

static void *forwards(void *arg) {
    (void)arg;
    pthread_mutex_lock(&nodes[0].lock);
    for (int i = 1; i < 3; i++) {
        pthread_mutex_lock(&nodes[i].lock); // DEADLOCK!
        nodes[i].value++;
        pthread_mutex_unlock(&nodes[i - 1].lock);
    }
    pthread_mutex_unlock(&nodes[2].lock);
    return NULL;
}

static void *backwards(void *arg) {
    (void)arg;
    pthread_mutex_lock(&nodes[2].lock);
    for (int i = 1; i >= 0; i--) {
        pthread_mutex_lock(&nodes[i].lock); // DEADLOCK!
        nodes[i].value--;
        pthread_mutex_unlock(&nodes[i + 1].lock);
    }
    pthread_mutex_unlock(&nodes[0].lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, forwards, NULL);
    pthread_create(&t2, NULL, backwards, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
