// CONSTRUCT: a setter puts the new name in the place of the old one in one step, and frees what it got
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct user {
    _Atomic(char *) name;
} user;

static void set_name(struct user *who, const char *name) {
    char *old = atomic_exchange(&who->name, strdup(name));
    free(old); // SAFE each name comes out once
}

static void *first(void *arg) {
    set_name(arg, "ada");
    return NULL;
}

static void *second(void *arg) {
    set_name(arg, "bea");
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&user.name, strdup("nobody"));
    pthread_create(&t1, NULL, first, &user);
    pthread_create(&t2, NULL, second, &user);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(atomic_load(&user.name));
    return 0;
}
