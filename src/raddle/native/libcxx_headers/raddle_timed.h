/* What our <mutex> and <shared_mutex> have in common, which stand before libc++'s. Its timed mutexes are a mutex, conditions and a
 * flag: nobody would see who holds one and who waits for it. In their place stand locks of the system, as in libstdc++.
 * Only with zig, of which we know which libc++ it has. */
#ifndef RADDLE_TIMED_H
#define RADDLE_TIMED_H
#pragma GCC system_header
#include <__chrono/duration.h>
#include <__chrono/steady_clock.h>
#include <__chrono/time_point.h>
#include <__config>
#include <__system_error/throw_system_error.h>
#include <pthread.h>
#include <time.h>

_LIBCPP_BEGIN_NAMESPACE_STD

/* When that will be by the clock that nobody sets. */
template <class _Clock, class _Duration>
_LIBCPP_HIDE_FROM_ABI timespec __raddle_moment(const chrono::time_point<_Clock, _Duration>& __until) {
    auto __left = chrono::duration_cast<chrono::nanoseconds>(__until - _Clock::now());
    auto __at = (chrono::steady_clock::now() + __left).time_since_epoch().count();
    return {static_cast<time_t>(__at / 1000000000), static_cast<long>(__at % 1000000000)};
}

inline _LIBCPP_HIDE_FROM_ABI void __raddle_must(int __error) {
    if (__error)
        std::__throw_system_error(__error, "lock of a timed mutex failed");
}

_LIBCPP_END_NAMESPACE_STD
#endif
