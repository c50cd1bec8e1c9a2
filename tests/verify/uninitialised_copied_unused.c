// VERIFY proved
// CONSTRUCT: a structure is copied as a whole, and nobody decides by the field that nobody has set
#include <assert.h>
#include <pthread.h>

struct message {
    int kind, flag;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message last;
static int flagged;

static void fill(struct message *message) { message->kind = 1; }

static void *sender(void *arg) {
    struct message made;
    fill(&made);
    pthread_mutex_lock(&lock);
    last = made;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *receiver(void *arg) {
    pthread_mutex_lock(&lock);
    if (last.kind == 2 && last.flag)
        flagged = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, sender, NULL);
    pthread_create(&two, NULL, receiver, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(!flagged);
    return 0;
}
