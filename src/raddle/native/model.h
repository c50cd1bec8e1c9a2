/* The model of the synchronisation objects, by address. Included by runtime.h. */
#ifndef RADDLE_MODEL_H
#define RADDLE_MODEL_H

/* ---- objects.c */

enum rd_class { RD_CLASS_MUTEX = 1, RD_CLASS_RWLOCK, RD_CLASS_CONDITION, RD_CLASS_SEMAPHORE, RD_CLASS_BARRIER, RD_CLASS_ONCE,
                RD_CLASS_FUTEX };
enum rd_mutex_type { RD_MUTEX_NORMAL = 0, RD_MUTEX_RECURSIVE = 1, RD_MUTEX_ERROR_CHECKING = 2 };
enum rd_once_state { RD_ONCE_NEW, RD_ONCE_RUNNING, RD_ONCE_DONE };

struct rd_reader { /* a thread that holds a rwlock with others */
    struct rd_thread *thread;
    uint32_t times;
    struct rd_reader *next;
};

struct rd_object {
    uint64_t address;
    struct rd_object *next_free;
    uint8_t object_class;
    uint8_t type;           /* mutex */
    uint8_t state;          /* once */
    bool initialised;       /* by its init function, not by its bytes */
    bool is_spin_lock;      /* mutex */
    bool is_robust;         /* mutex */
    bool is_named;          /* semaphore, by sem_open */
    bool is_once_control;   /* once: not the guard of a static local */
    struct rd_thread *owner; /* mutex; writer of a rwlock */
    uint32_t depth;          /* recursive mutex */
    uint32_t readers;        /* rwlock */
    struct rd_reader *first_reader;
    uint64_t value;          /* semaphore: count; barrier: how many it waits for */
    uint64_t arrived;        /* barrier */
    uint64_t round;          /* barrier */
    clockid_t clock;         /* condition */
    struct rd_thread *first_waiter; /* condition, futex, barrier: first come first */
};

/* made if it is new; does not move; gone when rd_forget_object is called, so look it up again after a scheduling point */
struct rd_object *rd_object(uint64_t address, enum rd_class object_class);
struct rd_object *rd_reset_object(uint64_t address, enum rd_class object_class);
void rd_forget_object(struct rd_object *object);
void rd_each_object(void (*look)(struct rd_object *object));

void rd_look_at_robust_locks(void); /* mutex.c; at the end of a thread */

void rd_add_reader(struct rd_object *lock, struct rd_thread *thread); /* deadlock.c */
void rd_remove_reader(struct rd_object *lock, const struct rd_thread *thread);

/* ---- mutex.c, for condition.c and the C11 names */
bool rd_mutex_is_free(const struct rd_thread *thread); /* rd_ready, of pending.object */
struct rd_object *rd_mutex(const void *address);
int rd_mutex_lock(struct rd_thread *thread, const void *mutex);
int rd_mutex_trylock(struct rd_thread *thread, const void *mutex);
int rd_mutex_timedlock(struct rd_thread *thread, const void *mutex, clockid_t clock, const struct timespec *until);
int rd_mutex_unlock(struct rd_thread *thread, const void *mutex);
void rd_mutex_init(struct rd_thread *thread, const void *mutex, enum rd_mutex_type type);
int rd_mutex_destroy(struct rd_thread *thread, const void *mutex);

/* ---- condition.c; the first four also for futexes */
void rd_enqueue(struct rd_object *object, struct rd_thread *thread);
bool rd_dequeue(struct rd_object *object, struct rd_thread *thread); /* false: it was not there */
struct rd_thread *rd_whom_to_wake(const struct rd_thread *thread, const struct rd_object *object); /* null: nobody waits */
bool rd_was_signalled(const struct rd_thread *thread); /* rd_ready */
void rd_condition_init(struct rd_thread *thread, const void *condition, clockid_t clock);
int rd_condition_destroy(struct rd_thread *thread, const void *condition);
int rd_condition_wait(struct rd_thread *thread, const void *condition, const void *mutex, const struct timespec *until,
                      clockid_t clock); /* until null: no time limit; clock -1: the condition's own */
void rd_condition_signal(struct rd_thread *thread, const void *condition);
void rd_condition_broadcast(struct rd_thread *thread, const void *condition);

/* ---- once.c */
void rd_once(struct rd_thread *thread, pthread_once_t *flag, void (*routine)(void));
bool rd_once_begin(struct rd_thread *thread, const void *flag); /* true: the caller runs the routine, then rd_once_end */
void rd_once_end(struct rd_thread *thread, const void *flag, bool done);

#endif
