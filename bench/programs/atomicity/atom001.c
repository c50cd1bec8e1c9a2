/* Table 1 of the second paper, atom001: the log of a web server. A handler looks how far the log is used, puts its entry
   there, and says how far it is used now: the lock is given back in between, and an entry of the other handler is
   overwritten.
   FIX (atom001a): the other handler waits until this entry is written. It looks only once whether it is, so that a
   wake-up without a cause lets it go on too soon. */
#include <pthread.h>
#include <stdio.h>

#define SIZE 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int words[SIZE];
static int used;
static int bytes;

static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static int is_written;

static int used_so_far(void) {
    pthread_mutex_lock(&lock);
    int so_far = used;
    pthread_mutex_unlock(&lock);
    return so_far;
}

static void append(int request) {
    int so_far = used_so_far();
    if (so_far + 1 > SIZE)
        return;
    words[so_far] = request;
    pthread_mutex_lock(&lock);
    bytes += 100;
    used = so_far + 1;
    pthread_mutex_unlock(&lock);
}

static void *handler(void *argument) {
    (void)argument;
    append(404);
    pthread_mutex_lock(&lock);
    is_written = 1;
    pthread_cond_signal(&written);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *other_handler(void *argument) {
    (void)argument;
    pthread_mutex_lock(&lock);
#ifdef FIX
    if (!is_written)
        pthread_cond_wait(&written, &lock);
#endif
    int so_far = used;
    if (so_far + 2 <= SIZE) {
        words[so_far] = 200;
        words[so_far + 1] = 512;
        used = so_far + 2;
    }
    bytes += 50;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t one, other;
    used = 0;
    bytes = 0;
    pthread_create(&other, NULL, other_handler, NULL);
    pthread_create(&one, NULL, handler, NULL);
    pthread_join(other, NULL);
    pthread_join(one, NULL);
    printf("%d words, %d bytes, the first word %d\n", used, bytes, words[0]);
    return 0;
}
