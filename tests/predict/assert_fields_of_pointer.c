// CONSTRUCT: || over fields of a struct: the first was looked at, so the second is there
#include <assert.h>
#include <pthread.h>

struct pair {
    int left, right;
};
static struct pair shared;

static void *writer(void *arg) {
    (void)arg;
    shared.left = 1;
    shared.right = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct pair *p = &shared;
    assert(p->left == 1 || p->right == 1); // FAILS
    assert(p->left <= 1 || p->right == 7); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
