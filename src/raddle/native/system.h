/* The kernel without libc: no errno, no interposed name. Results below 0 are -errno. */
#ifndef RADDLE_SYSTEM_H
#define RADDLE_SYSTEM_H
#include <stdint.h>
#include <sys/syscall.h>

static inline long rd_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    register long sixth __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}
#define RD_SYSCALL0(number) rd_syscall(number, 0, 0, 0, 0, 0, 0)
#define RD_SYSCALL1(number, a) rd_syscall(number, (long)(a), 0, 0, 0, 0, 0)
#define RD_SYSCALL2(number, a, b) rd_syscall(number, (long)(a), (long)(b), 0, 0, 0, 0)
#define RD_SYSCALL3(number, a, b, c) rd_syscall(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define RD_SYSCALL4(number, a, b, c, d) rd_syscall(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define RD_SYSCALL6(number, a, b, c, d, e, f) \
    rd_syscall(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#endif
