// CONSTRUCT: C11 atomics with every memory order, explicit operations and fences
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int relaxed, acq_rel, plain;
static atomic_uint bits = 0xf0;
static atomic_int published;
static int payload, received = -1;

static void *writer(void *arg) {
    (void)arg;
    payload = 9;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&published, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&relaxed, 3, memory_order_relaxed);
    atomic_fetch_sub_explicit(&acq_rel, 1, memory_order_acq_rel);
    atomic_fetch_or_explicit(&bits, 0x0f, memory_order_release);
    plain++;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&published, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        received = payload;
    }
    atomic_fetch_add_explicit(&relaxed, 4, memory_order_relaxed);
    atomic_fetch_add_explicit(&acq_rel, 5, memory_order_seq_cst);
    atomic_fetch_and_explicit(&bits, 0xffffff7fu, memory_order_acquire);
    plain += 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(received == -1 || received == 9);
    assert(relaxed == 7 && acq_rel == 4 && plain == 3);
    assert(atomic_load_explicit(&bits, memory_order_acquire) == 0x7f);
    assert(atomic_fetch_xor(&bits, 0x70) == 0x7f && atomic_exchange(&bits, 1) == 0x0f);
    return 0;
}
