// A session that one thread greets on while another closes it. Plain runs greet first, and pass.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct session {
    int user;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;

static struct session *find(void)
{
    pthread_mutex_lock(&lock);
    struct session *found = current;
    pthread_mutex_unlock(&lock);
    return found;
}

static void *greet(void *unused)
{
    struct session *session = find();
    if (session)
        printf("hello, user %d\n", session->user);
    return NULL;
}

static void *log_out(void *unused)
{
    pthread_mutex_lock(&lock);
    struct session *old = current;
    current = NULL;
    pthread_mutex_unlock(&lock);
    free(old);
    return NULL;
}

int main(void)
{
    pthread_t one, other;
    current = malloc(sizeof *current);
    current->user = 7;
    pthread_create(&one, NULL, greet, NULL);
    pthread_create(&other, NULL, log_out, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
