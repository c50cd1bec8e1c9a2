/* As hidden_race.c, but the client waits until the server is in the table: whoever saw that under the lock comes after what
 * the server did before. The port itself needs no lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_listening;
static int port;

static void *server(void *unused)
{
    port = 8080;
    pthread_mutex_lock(&lock);
    is_listening = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *client(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!is_listening)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
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
