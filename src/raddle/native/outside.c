/* Calls that may block in the kernel. A thread about to block gives the baton away at once, instead of leaving it to the
 * watchdog, and comes back when the call is over. */
#include "runtime.h"

#include <fcntl.h>
#include <sys/file.h>

/* Calls `call` outside where it would block; `blocks` is evaluated only where other threads or handlers exist. Handlers of
 * signals that interrupt it run when it has come back, and `how` says whether it is then made again. */
#define RD_CALL_OUTSIDE(type, blocks, how, call) \
    struct rd_thread *thread = rd_enter(); \
    bool looks = thread && (rd_thread_count > 1 || rd_has_signal_handlers); \
    type result; \
    do { \
        struct excursion excursion = looks && (blocks) ? set_out(thread) : (struct excursion){0}; \
        result = excursion.called_off ? -1 : (call); \
        looks = come_home(thread, excursion, result == -1, how); \
    } while (looks)
#define RD_OUTSIDE_CALL(type, blocks, how, call) \
    RD_CALL_OUTSIDE(type, blocks, how, call); \
    return result

struct excursion {
    bool away;       /* begun at all */
    bool left;       /* without the baton */
    bool called_off; /* a signal came before */
};

static struct excursion set_out(struct rd_thread *thread)
{
    struct excursion excursion = {.away = true};
    rd_test_cancel(thread);
    excursion.called_off = rd_next_signal(thread);
    if (excursion.called_off)
        return excursion;
    excursion.left = rd_thread_count > 1 && rd_leave(thread);
    __atomic_store_n(&thread->signals.in_call, true, __ATOMIC_SEQ_CST);
    excursion.called_off = !rd_following_segments() && rd_next_signal(thread);
    return excursion;
}

/* true: the call is to be made again */
static bool come_home(struct rd_thread *thread, struct excursion excursion, bool failed, enum rd_interruptible how)
{
    if (!excursion.away)
        return false;
    int error = excursion.called_off ? EINTR : errno;
    __atomic_store_n(&thread->signals.in_call, false, __ATOMIC_SEQ_CST);
    if (excursion.left)
        rd_come_back(thread);
    rd_test_cancel(thread);
    bool was_interrupted = failed && error == EINTR, ends = was_interrupted && !rd_has_signal_handlers;
    thread->pending = (struct rd_pending){.kind = RD_BACK};
    if (was_interrupted && rd_must_take_signals(thread))
        ends = rd_take_signals(thread, how);
    errno = error;
    return was_interrupted && !ends;
}

static bool would_block_for(int descriptor, short events)
{
    struct pollfd looked_at = {.fd = descriptor, .events = events};
    struct timespec none = {0, 0};
    if (RD_SYSCALL6(SYS_ppoll, &looked_at, 1, &none, 0, 8, 0) != 0)
        return false;
    long flags = RD_SYSCALL2(SYS_fcntl, descriptor, F_GETFL);
    return flags >= 0 && !(flags & O_NONBLOCK);
}

static bool would_block(int descriptor)
{
    return would_block_for(descriptor, POLLIN);
}

static bool would_block_writing(int descriptor)
{
    return would_block_for(descriptor, POLLOUT);
}

#define RD_READING(type, blocks, call) RD_OUTSIDE_CALL(type, (blocks) && would_block(descriptor), RD_RESTARTED, call)
#define RD_WRITING(type, blocks, call) RD_OUTSIDE_CALL(type, (blocks) && would_block_writing(descriptor), RD_RESTARTED, call)

ssize_t read(int descriptor, void *bytes, size_t size)
{
    RD_READING(ssize_t, true, rd_real.read(descriptor, bytes, size));
}

ssize_t readv(int descriptor, const struct iovec *parts, int count)
{
    RD_READING(ssize_t, true, rd_real.readv(descriptor, parts, count));
}

ssize_t recv(int descriptor, void *bytes, size_t size, int flags)
{
    RD_READING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.recv(descriptor, bytes, size, flags));
}

ssize_t recvfrom(int descriptor, void *restrict bytes, size_t size, int flags, struct sockaddr *restrict from,
                 socklen_t *restrict length)
{
    RD_READING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.recvfrom(descriptor, bytes, size, flags, from, length));
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
    RD_READING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.recvmsg(descriptor, message, flags));
}

int accept(int descriptor, struct sockaddr *restrict from, socklen_t *restrict length)
{
    RD_READING(int, true, rd_real.accept(descriptor, from, length));
}

int accept4(int descriptor, struct sockaddr *restrict from, socklen_t *restrict length, int flags)
{
    RD_READING(int, true, rd_real.accept4(descriptor, from, length, flags));
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    RD_WRITING(ssize_t, true, rd_real.write(descriptor, bytes, size));
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    RD_WRITING(ssize_t, true, rd_real.writev(descriptor, parts, count));
}

ssize_t send(int descriptor, const void *bytes, size_t size, int flags)
{
    RD_WRITING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.send(descriptor, bytes, size, flags));
}

ssize_t sendto(int descriptor, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    RD_WRITING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.sendto(descriptor, bytes, size, flags, to, length));
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    RD_WRITING(ssize_t, !(flags & MSG_DONTWAIT), rd_real.sendmsg(descriptor, message, flags));
}

/* the process that ended is told by its recorded id */
#define RD_WAIT_CALL(blocks, call) \
    RD_CALL_OUTSIDE(pid_t, blocks, RD_RESTARTED, call); \
    return rd_known_process(result)

pid_t wait(int *status)
{
    RD_WAIT_CALL(true, rd_real.wait(status));
}

pid_t waitpid(pid_t process, int *status, int options)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.waitpid(rd_real_process(process), status, options));
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.wait3(status, options, usage));
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.wait4(rd_real_process(process), status, options, usage));
}

int flock(int descriptor, int operation)
{
    RD_OUTSIDE_CALL(int, !(operation & LOCK_NB), RD_RESTARTED, rd_real.flock(descriptor, operation));
}

/* with nothing to look at these sleep */

static int poll_outside(struct pollfd *looked_at, nfds_t count, int milliseconds)
{
    struct timespec none = {0, 0};
    RD_OUTSIDE_CALL(int, milliseconds && RD_SYSCALL6(SYS_ppoll, looked_at, count, &none, 0, 8, 0) == 0, RD_INTERRUPTED,
                    rd_real.poll(looked_at, count, milliseconds));
}

int poll(struct pollfd *looked_at, nfds_t count, int milliseconds)
{
    struct rd_thread *thread = count == 0 && milliseconds >= 0 ? rd_enter() : NULL;
    if (!thread)
        return poll_outside(looked_at, count, milliseconds);
    return rd_sleep(thread, (uint64_t)milliseconds * 1000000) ? 0 : -1;
}

/* an epoll descriptor is itself readable where it has something to tell */
int epoll_wait(int descriptor, struct epoll_event *events, int most, int milliseconds)
{
    RD_OUTSIDE_CALL(int, milliseconds && would_block(descriptor), RD_INTERRUPTED,
                    rd_real.epoll_wait(descriptor, events, most, milliseconds));
}

int epoll_pwait(int descriptor, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask)
{
    RD_OUTSIDE_CALL(int, milliseconds && would_block(descriptor), RD_INTERRUPTED,
                    rd_real.epoll_pwait(descriptor, events, most, milliseconds, mask));
}

static bool select_would_block(int count, const fd_set *reading, const fd_set *writing, const fd_set *other,
                               const struct timeval *limit)
{
    fd_set sets[3];
    fd_set *copies[3] = {NULL, NULL, NULL};
    const fd_set *given[3] = {reading, writing, other};
    struct timeval none = {0, 0};
    if (limit && !limit->tv_sec && !limit->tv_usec)
        return false;
    for (int i = 0; i < 3; i++)
        if (given[i]) {
            memcpy(&sets[i], given[i], sizeof sets[i]);
            copies[i] = &sets[i];
        }
    return count > FD_SETSIZE || RD_SYSCALL6(SYS_select, count, copies[0], copies[1], copies[2], &none, 0) == 0;
}

static int select_outside(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *limit)
{
    RD_OUTSIDE_CALL(int, select_would_block(count, reading, writing, other, limit), RD_INTERRUPTED,
                    rd_real.select(count, reading, writing, other, limit));
}

int select(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict other,
           struct timeval *restrict limit)
{
    bool looks_at_nothing = !count || (!reading && !writing && !other);
    struct rd_thread *thread = looks_at_nothing && limit ? rd_enter() : NULL;
    if (!thread)
        return select_outside(count, reading, writing, other, limit);
    return rd_sleep(thread, (uint64_t)limit->tv_sec * 1000000000 + (uint64_t)limit->tv_usec * 1000) ? 0 : -1;
}
