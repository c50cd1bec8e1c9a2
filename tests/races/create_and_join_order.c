// CONSTRUCT: written before the thread was created, read after it was joined
#include <pthread.h>

static int request, reply;

static void *server(void *arg) {
    (void)arg;
    reply = request + 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    request = 1;
    pthread_create(&thread, NULL, server, NULL);
    pthread_join(thread, NULL);
    return reply == 2 ? 0 : 1;
}
