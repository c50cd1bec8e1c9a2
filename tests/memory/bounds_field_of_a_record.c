// CONSTRUCT: an index beyond the end of a field is still in the record: not covered, only whole objects have bounds
#include <pthread.h>

static struct record {
    int marks[4], sum;
} record;
static int at = 3;

static void *writer(void *arg) {
    (void)arg;
    if (at < 4)
        record.marks[at] = 1; // not covered: record.marks[4] is record.sum
    return NULL;
}

static void *stepper(void *arg) {
    (void)arg;
    at++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, stepper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
