// CONSTRUCT: a name is printed while another thread changes it
#include <pthread.h>
#include <stdio.h>

static char name[8] = "none";

static void *renamer(void *arg) {
    (void)arg;
    name[0] = 'N'; // RACE!
    return NULL;
}

static void *printer(void *arg) {
    (void)arg;
    printf("%s\n", name); // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, renamer, NULL);
    pthread_create(&t2, NULL, printer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
