// CONSTRUCT: strings: the first name changes, the last one is written again as it is
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>
#include <string.h>

static char first[8] = "Ada", last[8] = "King";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rename_person(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    strcpy(first, "Joan"); // ATOMIC
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    strcpy(last, "King");
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *print_person(void *arg) {
    char text[2][8];
    RADDLE_ATOMIC_BEGIN();
    pthread_mutex_lock(&lock);
    memcpy(text[0], first, sizeof first);
    memcpy(text[1], last, sizeof last);
    pthread_mutex_unlock(&lock);
    RADDLE_ATOMIC_END();
    printf("%s %s\n", text[0], text[1]);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, rename_person, NULL);
    pthread_create(&b, NULL, print_person, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
