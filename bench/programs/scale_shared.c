/* Much that is shared: THREADS threads work on OBJECTS objects, each with a lock, some ACCESSES accesses in all, every one of
 * them under its object's lock. About CHECKS of the operations check something:
 *
 *   twins     two counters are raised together: in a critical section they are equal                       holds
 *   budget    money is taken only where the same critical section found enough: never below zero           holds
 *   version   it only grows: in a later critical section it is at least what it was                        holds
 *   stale     it was taken for granted that nobody changed the object between two critical sections        fails
 *   share     what is added in a critical section is there, nothing else                                  holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 8
#endif
#ifndef OBJECTS
#define OBJECTS 50
#endif
#ifndef ACCESSES
#define ACCESSES 200000
#endif
#ifndef CHECKS
#define CHECKS 400
#endif
#define PER_OPERATION 5 /* accesses, on the average */
#define OPERATIONS (ACCESSES / PER_OPERATION / THREADS)
#define EVERY (OPERATIONS * THREADS / CHECKS)

struct object {
    pthread_mutex_t lock;
    unsigned twin_a, twin_b;
    int budget;
    unsigned version;
    unsigned shares;
};

static struct object objects[OBJECTS];

static void raise_twins(struct object *object, int check)
{
    pthread_mutex_lock(&object->lock);
    object->twin_a++;
    object->version++;
    object->twin_b++;
    if (check)
        assert(object->twin_a == object->twin_b); /* holds */
    pthread_mutex_unlock(&object->lock);
}

static void spend(struct object *object, int amount, int check)
{
    pthread_mutex_lock(&object->lock);
    int left = object->budget - amount;
    object->budget = left >= 0 ? left : left + 1000;
    object->version++;
    if (check)
        assert(object->budget >= 0); /* holds */
    pthread_mutex_unlock(&object->lock);
}

static void add_share(struct object *object, unsigned amount, int check)
{
    pthread_mutex_lock(&object->lock);
    unsigned before = object->shares;
    object->shares = before + amount;
    object->version++;
    if (check)
        assert(object->shares - before == amount); /* holds */
    pthread_mutex_unlock(&object->lock);
}

static void look_twice(struct object *object, int check)
{
    pthread_mutex_lock(&object->lock);
    unsigned version = object->version;
    unsigned twins = object->twin_a - object->twin_b;
    pthread_mutex_unlock(&object->lock);
    pthread_mutex_lock(&object->lock);
    unsigned now = object->version;
    unsigned shares = object->shares;
    object->shares = shares + twins;
    if (check) {
        assert(now >= version); /* holds */
        assert(now == version); /* fails */
    }
    pthread_mutex_unlock(&object->lock);
}

static void *work(void *arg)
{
    unsigned number = (unsigned)(intptr_t)arg;
    unsigned random = number * 2654435761u + 1;
    for (unsigned i = 0; i < OPERATIONS; i++) {
        random = random * 1664525u + 1013904223u;
        struct object *object = &objects[(random >> 8) % OBJECTS];
        int check = i % EVERY == number % EVERY;
        switch (random >> 28 & 3) {
        case 0: raise_twins(object, check); break;
        case 1: spend(object, (int)(random >> 24 & 15) + 1, check); break;
        case 2: add_share(object, random >> 24 & 7, check); break;
        default: look_twice(object, check); break;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < OBJECTS; i++) {
        pthread_mutex_init(&objects[i].lock, NULL);
        objects[i].budget = 1000;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < OBJECTS; i++)
        assert(objects[i].twin_a == objects[i].twin_b); /* holds */
    return 0;
}
