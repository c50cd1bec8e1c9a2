// CONSTRUCT: main's block begins when the others have ended, or ends before they begin
// ATOMIC: double_it
#include <pthread.h>
#include <stdio.h>

static int number = 1;

static void *add(void *arg) {
    number += *(int *)arg;
    return NULL;
}

static void double_it(void) {
    int seen = number; // ATOMIC
    number = 2 * seen;
}

int main(void) {
    pthread_t child;
    int three = 3, four = 4;
    double_it();
    pthread_create(&child, NULL, add, &three);
    pthread_join(child, NULL);
    double_it();
    pthread_create(&child, NULL, add, &four);
    pthread_join(child, NULL);
    printf("%d\n", number);
    return 0;
}
