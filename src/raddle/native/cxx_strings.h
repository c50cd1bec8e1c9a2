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
#endif
#endif
