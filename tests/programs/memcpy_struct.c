// CONSTRUCT: memcpy and struct assignment of a shared structure
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct message {
    int id;
    short kind;
    char text[10];
    double weight;
};

static struct message mailbox;
static struct message copy_a, copy_b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *arg) {
    (void)arg;
    struct message m = {7, 3, "hello", 1.5};
    pthread_mutex_lock(&lock);
    memcpy(&mailbox, &m, sizeof m);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    copy_a = mailbox;
    memcpy(&copy_b, &mailbox, sizeof mailbox);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(copy_a.id == copy_b.id && copy_a.weight == copy_b.weight);
    assert(copy_a.id == 0 || (copy_a.id == 7 && copy_a.kind == 3 && copy_a.weight == 1.5));
    assert(strcmp(copy_a.text, copy_a.id ? "hello" : "") == 0);
    assert(mailbox.id == 7 && strcmp(mailbox.text, "hello") == 0);
    return 0;
}
