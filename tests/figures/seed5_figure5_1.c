#include <assert.h>
#include <pthread.h>
static struct list { int arr[8]; unsigned open; } gl;
static int list_contains(const struct list *s, int i) { for (unsigned k = 0; k < s->open; k++) if (s->arr[k] == i) return 1; return 0; }

static void list_add(struct list *s, int i) {
    s->arr[s->open] = i;
    s->open += 1;
}
static void *t1_main(void *arg) {
    int val;
    val = 1;
    list_add(&gl, val);
    return arg;
}
static void *t2_main(void *arg) {
    int val;
    val = 2;
    list_add(&gl, val);
    return arg;
}
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, t1_main, 0);
    pthread_create(&t2, 0, t2_main, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(list_contains(&gl, 1)
        && list_contains(&gl, 2));
    return 0;
}
