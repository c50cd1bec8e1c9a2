// CONSTRUCT: a name is copied while another thread looks at its first letter
#include <pthread.h>
#include <string.h>

static char name[16] = "none", initial;

static void *renamer(void *arg) {
    (void)arg;
    strcpy(name, "anna"); // RACE!
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    initial = name[0]; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, renamer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
