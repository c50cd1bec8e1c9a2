/* New processes. A child is not recorded: the runtime is off in it, and what it kept of locks, semaphores and the like is made
 * real there, so that the child finds them as it left them. What the child is waits for the real functions from then on. */
#include "runtime.h"

static bool shares_objects;

void rd_note_shared_object(const void *object)
{
    shares_objects |= rd_is_library_memory(object);
}

static void nothing(void)
{
}

static bool is_there(uint64_t address)
{
    unsigned char resident;
    return RD_SYSCALL3(SYS_mincore, address & ~(RD_PAGE - 1ull), 1, &resident) == 0;
}

/* in the child, which is one thread */
static void make_real(struct rd_object *object)
{
    void *address = (void *)object->address;
    if (!is_there(object->address)) /* its memory was given back before it was destroyed */
        return;
    switch (object->object_class) {
    case RD_CLASS_MUTEX:
        for (uint32_t held = 0; object->owner && held < object->depth; held++)
            if (object->is_spin_lock)
                rd_real.pthread_spin_trylock(address);
            else
                rd_real.pthread_mutex_trylock(address);
        break;
    case RD_CLASS_RWLOCK:
        if (object->owner)
            rd_real.pthread_rwlock_trywrlock(address);
        for (uint32_t held = 0; held < object->readers; held++)
            rd_real.pthread_rwlock_tryrdlock(address);
        break;
    case RD_CLASS_SEMAPHORE:
        if (*(const uint32_t *)address != object->value)
            rd_real.sem_init(address, 0, (unsigned)object->value);
        break;
    case RD_CLASS_BARRIER:
        if (object->initialised)
            rd_real.pthread_barrier_init(address, NULL, (unsigned)object->value);
        break;
    case RD_CLASS_ONCE:
        if (object->state == RD_ONCE_DONE && object->is_once_control)
            rd_real.pthread_once(address, nothing);
        break;
    default:
        break;
    }
}

/* The first thing that runs in a child. */
void rd_switch_off_in_child(void)
{
    struct rd_thread *thread = rd_self;
    rd_mode = RD_MODE_OFF;
    rd_page = NULL;
    rd_self = NULL;
    rd_each_object(make_real);
    if (thread)
        rd_make_keys_real(thread);
}

/* ---- the names */

pid_t fork(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread && shares_objects) {
        RD_SAY("locks and semaphores that processes share (PTHREAD_PROCESS_SHARED, sem_init, sem_open) are not supported "
               "in a program that forks: the run ends here");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    pid_t child = rd_real.fork();
    return thread && child ? rd_told_process(thread, child) : child;
}

/* A child that shares our memory must not run: a fork does the same. */
__attribute__((weak)) pid_t vfork(void)
{
    return fork();
}

int daemon(int stays, int keeps)
{
    if (rd_enter())
        RD_SAY("daemon: the program goes on in another process, which is not recorded");
    return rd_real.daemon(stays, keeps);
}
