// CONSTRUCT: setjmp and longjmp inside a thread, out of a nested call
// EXIT: 0
// OUTPUT: 2 6\n
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static int jumps, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void deep(jmp_buf *where, int code) { longjmp(*where, code); }
static void less_deep(jmp_buf *where, int code) { deep(where, code); }

static void *work(void *arg) {
    jmp_buf where;
    volatile int code = 0;
    switch (setjmp(where)) {
    case 0:
        less_deep(&where, (int)(long)arg);
        break;
    case 2:
        code = 2;
        break;
    case 4:
        code = 4;
        break;
    }
    pthread_mutex_lock(&lock);
    jumps++;
    total += code;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)2L);
    pthread_create(&t2, NULL, work, (void *)4L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(jumps == 2 && total == 6);
    printf("%d %d\n", jumps, total);
    return 0;
}
