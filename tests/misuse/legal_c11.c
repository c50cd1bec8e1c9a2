// VERIFY: proved
// CONSTRUCT: mtx_t and cnd_t, made and destroyed by main
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int v;

static int add(void *unused) {
    (void)unused;
    mtx_lock(&m);
    v++;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t a;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&a, add, NULL);
    mtx_lock(&m);
    while (!v)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    thrd_join(a, NULL);
    cnd_destroy(&c);
    mtx_destroy(&m);
    assert(v == 1);
    return 0;
}
