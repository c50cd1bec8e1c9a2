/* What std::shared_mutex calls in libc++: as barrier.c. The object is a mutex, two conditions and a state, of which only libc++
 * itself knows; in their place stands a reader-writer lock. */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define construct _ZNSt3__119__shared_mutex_baseC1Ev
#define construct_base _ZNSt3__119__shared_mutex_baseC2Ev
#define lock _ZNSt3__119__shared_mutex_base4lockEv
#define try_lock _ZNSt3__119__shared_mutex_base8try_lockEv
#define unlock _ZNSt3__119__shared_mutex_base6unlockEv
#define lock_shared _ZNSt3__119__shared_mutex_base11lock_sharedEv
#define try_lock_shared _ZNSt3__119__shared_mutex_base15try_lock_sharedEv
#define unlock_shared _ZNSt3__119__shared_mutex_base13unlock_sharedEv

/* As the header knows it; its destructor destroys the conditions, which zeros are fine for. */
struct shared_mutex {
    pthread_mutex_t mutex;
    pthread_cond_t gates[2];
    unsigned state;
};

_Static_assert(sizeof(pthread_rwlock_t) <= sizeof(struct shared_mutex), "a reader-writer lock has room in it");

OURS void construct(struct shared_mutex *self) { memset(self, 0, sizeof *self); }
OURS void construct_base(struct shared_mutex *self) { memset(self, 0, sizeof *self); }
OURS void lock(struct shared_mutex *self) { pthread_rwlock_wrlock((pthread_rwlock_t *)self); }
OURS bool try_lock(struct shared_mutex *self) { return pthread_rwlock_trywrlock((pthread_rwlock_t *)self) == 0; }
OURS void unlock(struct shared_mutex *self) { pthread_rwlock_unlock((pthread_rwlock_t *)self); }
OURS void lock_shared(struct shared_mutex *self) { pthread_rwlock_rdlock((pthread_rwlock_t *)self); }
OURS bool try_lock_shared(struct shared_mutex *self) { return pthread_rwlock_tryrdlock((pthread_rwlock_t *)self) == 0; }
OURS void unlock_shared(struct shared_mutex *self) { pthread_rwlock_unlock((pthread_rwlock_t *)self); }
