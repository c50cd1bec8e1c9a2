/* A server sets its port and then enters itself into the table of services; a client enters itself too, and then connects
 * to that port. The table has a lock. As long as the server takes it first, the lock orders the two accesses to the port,
 * and whoever watches such a run sees nothing wrong. But nothing makes the server come first: the port is a data race,
 * hidden by the order in which the lock was taken. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int services;
static int port;

static void enter(void)
{
    pthread_mutex_lock(&lock);
    services++;
    pthread_mutex_unlock(&lock);
}

static void *server(void *unused)
{
    port = 8080;
    enter();
    return unused;
}

static void *client(void *unused)
{
    enter();
    printf("connecting to port %d\n", port);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, server, NULL);
    pthread_create(&second, NULL, client, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
