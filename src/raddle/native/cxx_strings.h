/* Included before every C++ source (docs/decisions/0013): std::string's functions are instantiated in the program, where they
 * are instrumented, instead of being taken from libstdc++.so, where what they write is not seen. -1 is libstdc++'s own value
 * for this: strings only, iostreams stay in the library. In C++20 libstdc++ does so by itself. */
#pragma GCC system_header
#if defined(__has_include)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#if defined(_GLIBCXX_EXTERN_TEMPLATE) && _GLIBCXX_EXTERN_TEMPLATE > 0
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif
/* libc++ has lists of what is in the library; read here, they are not read again */
#if __has_include(<__string/extern_template_lists.h>)
#include <__config>
#include <__string/extern_template_lists.h>
#undef _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST
#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(declare, letter)
#undef _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(declare, letter)
/* The hash of a string reads its letters: in the program, too */
#undef _LIBCPP_AVAILABILITY_HAS_HASH_MEMORY
#define _LIBCPP_AVAILABILITY_HAS_HASH_MEMORY 0
/* Of the program alone: what the library begins once for itself, like its streams, is no business of the program */
#define __call_once __raddle_call_once
/* Who waits for an atomic looks at it 64 times in libc++, then at the clock, and then waits: how often it looked and what time it
 * was would be part of its path. Here it gives way to others between four looks, as libstdc++ does, and then waits. More special
 * than libc++'s own function, so it is taken. */
#if __cplusplus >= 202002L
extern "C" int sched_yield(void) noexcept;
_LIBCPP_BEGIN_NAMESPACE_STD
template <class, class>
struct __atomic_wait_backoff_impl;
enum class __poll_with_backoff_results : unsigned char;
struct __raddle_long_ago {
    template <class _Time>
    operator _Time() const {
        return _Time(1000000000);
    }
};
template <class _Poll, class _Object, class _Wanted>
_LIBCPP_HIDE_FROM_ABI __poll_with_backoff_results
__libcpp_thread_poll_with_backoff(_Poll&& __poll, __atomic_wait_backoff_impl<_Object, _Wanted>& __wait) {
    constexpr auto __seen = static_cast<__poll_with_backoff_results>(2);
    for (int __looks = 0; __looks < 4; ++__looks) {
        if (__poll())
            return __seen;
        sched_yield();
    }
    while (!__poll())
        if (static_cast<__poll_with_backoff_results>(__wait(__raddle_long_ago())) == __seen)
            break;
    return __seen;
}
_LIBCPP_END_NAMESPACE_STD
#endif
#endif
#endif
