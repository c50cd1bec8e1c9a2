// CONSTRUCT: a setter reads the old name, puts the new one in its place, and frees the old one
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct user {
    char *name;
} user;

static void set_name(struct user *who, const char *name) {
    char *old = who->name;
    who->name = strdup(name);
    free(old); // MEMORY! double-free
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
    user.name = strdup("nobody");
    pthread_create(&t1, NULL, first, &user);
    pthread_create(&t2, NULL, second, &user);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
