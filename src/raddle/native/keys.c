/* Thread-specific data: keys with destructors, and the destructors of C++ thread_local objects. The model keeps the values
 * itself, so that destructors run while their thread still has the baton. A real key is taken too: its number is the key. */
#include "runtime.h"

#define DESTRUCTOR_ROUNDS 4

static struct {
    uint64_t sequence; /* odd: in use */
    void (*destructor)(void *);
} keys[RD_MAX_KEYS];

static bool in_use(unsigned key)
{
    return key < RD_MAX_KEYS && keys[key].sequence & 1;
}

int rd_key_create(struct rd_thread *thread, unsigned *key, void (*destructor)(void *))
{
    bool quiet = thread->library_statics;
    if (!quiet)
        rd_visible(thread, RD_KEY_CREATE, rd_address(key), 0);
    pthread_key_t made = 0;
    int result = rd_real.pthread_key_create(&made, NULL);
    if (!result && made >= RD_MAX_KEYS)
        result = EAGAIN;
    if (result) {
        if (!quiet)
            rd_perform(thread, RD_KEY_CREATE, RD_FLAG_FAILED, result, rd_address(key), 0, 0);
        return result;
    }
    keys[made].sequence++;
    keys[made].destructor = destructor;
    *key = made;
    if (quiet)
        return 0;
    rd_perform(thread, RD_KEY_CREATE, 0, 0, rd_address(key), made, 0);
    rd_perform_write(thread, key, sizeof *key);
    return 0;
}

int rd_key_delete(unsigned key)
{
    if (!in_use(key))
        return EINVAL;
    keys[key].sequence++;
    return rd_real.pthread_key_delete(key);
}

int rd_set_specific(struct rd_thread *thread, unsigned key, const void *value)
{
    if (!in_use(key))
        return EINVAL;
    thread->keys[key] = (struct rd_key_value){keys[key].sequence, value};
    return 0;
}

void *rd_get_specific(struct rd_thread *thread, unsigned key)
{
    if (!in_use(key) || thread->keys[key].sequence != keys[key].sequence)
        return NULL;
    return (void *)(uintptr_t)thread->keys[key].value;
}

void rd_make_keys_real(struct rd_thread *thread)
{
    for (unsigned key = 0; key < RD_MAX_KEYS; key++)
        if (rd_get_specific(thread, key))
            rd_real.pthread_setspecific(key, rd_get_specific(thread, key));
}

void rd_run_key_destructors(struct rd_thread *thread)
{
    bool again = true;
    for (int round = 0; again && round < DESTRUCTOR_ROUNDS; round++) {
        again = false;
        for (unsigned key = 0; key < RD_MAX_KEYS; key++) {
            void *value = rd_get_specific(thread, key);
            if (!value)
                continue;
            thread->keys[key].value = NULL;
            if (keys[key].destructor) {
                keys[key].destructor(value);
                again = true;
            }
        }
    }
}

void rd_run_thread_destructors(struct rd_thread *thread)
{
    while (thread->destructors) {
        struct rd_thread_destructor *last = thread->destructors;
        thread->destructors = last->next;
        last->function(last->object);
    }
}

/* ---- the names */

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_key_create(thread, key, destructor) : rd_real.pthread_key_create(key, destructor);
}

int pthread_key_delete(pthread_key_t key)
{
    return rd_enter_from(RD_CALLER) ? rd_key_delete(key) : rd_real.pthread_key_delete(key);
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_set_specific(thread, key, value) : rd_real.pthread_setspecific(key, value);
}

void *pthread_getspecific(pthread_key_t key)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_get_specific(thread, key) : rd_real.pthread_getspecific(key);
}

/* libstdc++ registers the destructors of thread_local objects here */
int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library);
__attribute__((weak)) int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real_thread_atexit ? rd_real_thread_atexit(function, object, library) : -1;
    struct rd_thread_destructor *added = rd_take(sizeof *added);
    *added = (struct rd_thread_destructor){thread->destructors, function, object};
    thread->destructors = added;
    return 0;
}
