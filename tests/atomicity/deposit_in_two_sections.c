// CONSTRUCT: R-W-W: a lost update, reading and writing in sections of their own; an annotated function
#include <pthread.h>
#include <stdio.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((annotate("atomic"))) static void deposit(int amount) {
    pthread_mutex_lock(&lock);
    int seen = balance; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + amount; // TORN!
    pthread_mutex_unlock(&lock);
}

static void *ten(void *arg) {
    deposit(10);
    return arg;
}

static void *twenty(void *arg) {
    deposit(20);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, ten, NULL);
    pthread_create(&b, NULL, twenty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", balance);
    return 0;
}
