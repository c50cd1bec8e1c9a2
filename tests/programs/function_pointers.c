// CONSTRUCT: a table of functions called through pointers, and a pointer that a thread replaces
// EXIT: 0
// OUTPUT: 40\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

typedef int (*operation)(int, int);

struct device {
    const char *name;
    operation run;
};

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const operation table[] = {add, sub, mul};
static struct device device = {"adder", add};
static int results[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
    int i = *(int *)arg;
    results[i] = table[i](8, 2 + i);
    return NULL;
}

static void *swap(void *arg) {
    pthread_mutex_lock(&lock);
    device.run = (operation)arg;
    device.name = "other";
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[3], s;
    int index[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, use, &index[i]);
    pthread_create(&s, NULL, swap, (void *)mul);
    pthread_mutex_lock(&lock);
    int early = device.run(3, 4);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_join(s, NULL);
    assert(early == 7 || early == 12);
    assert(device.run(5, 6) == 30);
    assert(results[0] == 10 && results[1] == 5 && results[2] == 32);
    printf("%d\n", results[0] + device.run(5, 6));
    return 0;
}
