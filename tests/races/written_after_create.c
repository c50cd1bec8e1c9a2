// CONSTRUCT: the argument is filled after the thread was created
#include <pthread.h>

static int request, reply;

static void *server(void *arg) {
    (void)arg;
    reply = request + 1; // RACE!
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, server, NULL);
    request = 1; // RACE!
    pthread_join(thread, NULL);
    return reply > 0 ? 0 : 1; // NORACE
}
