// CONSTRUCT: computed goto (GNU labels as values) driving an interpreter over shared code
// EXIT: 0
#include <assert.h>
#include <pthread.h>

enum { PUSH, ADD, DEC, LOOP, HALT };

static const unsigned char code[] = {PUSH, ADD, DEC, LOOP, HALT};
static int accumulator;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *interpret(void *arg) {
    static void *const labels[] = {&&push, &&add, &&dec, &&loop, &&halt};
    int pc = 0, top = 0;
    goto *labels[code[pc]];
push:
    top = (int)(long)arg;
    goto *labels[code[++pc]];
add:
    pthread_mutex_lock(&lock);
    accumulator += top;
    pthread_mutex_unlock(&lock);
    goto *labels[code[++pc]];
dec:
    top--;
    goto *labels[code[++pc]];
loop:
    pc = top > 0 ? 1 : pc + 1;
    goto *labels[code[pc]];
halt:
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, interpret, (void *)3L);
    pthread_create(&t2, NULL, interpret, (void *)4L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(accumulator == 6 + 10);
    return 0;
}
