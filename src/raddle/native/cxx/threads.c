/* What std::thread calls in libstdc++.so and what changes the program's own object: as containers.c. */
#include <errno.h>
#include <pthread.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define thread_join _ZNSt6thread4joinEv
#define thread_detach _ZNSt6thread6detachEv
#define throw_system_error _ZSt20__throw_system_errori

_Noreturn void throw_system_error(int error);

/* A std::thread is its handle; 0: none. */
struct thread {
    pthread_t handle;
};

OURS void thread_join(struct thread *self) {
    int error = self->handle ? pthread_join(self->handle, NULL) : EINVAL;
    if (error)
        throw_system_error(error);
    self->handle = 0;
}

OURS void thread_detach(struct thread *self) {
    int error = self->handle ? pthread_detach(self->handle) : EINVAL;
    if (error)
        throw_system_error(error);
    self->handle = 0;
}
