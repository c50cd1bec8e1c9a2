/* What known library functions do to memory and to the world, recorded around the call. `before` is one scheduling point and
 * then the reads and the output; `after` records the writes. The events of one call follow each other without a switch. */
#include "runtime.h"

#include <stdio.h>

static const char *text(uint64_t argument)
{
    return (const char *)argument;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* bytes of a string with its terminator */
static uint64_t whole(const char *string)
{
    return strlen(string) + 1;
}

/* bytes that a function reads of a string of which it looks at no more than `most` */
static uint64_t whole_within(const char *string, uint64_t most)
{
    return least(strnlen(string, most) + 1, most);
}

/* bytes that a comparison reads of each string */
static uint64_t compared(const char *a, const char *b, uint64_t most)
{
    uint64_t same = 0;
    while (same < most && a[same] == b[same] && a[same])
        same++;
    return least(same + 1, most);
}

static uint64_t up_to(const char *string, const char *found)
{
    return found ? (uint64_t)(found - string) + 1 : whole(string);
}

/* bytes that atoi reads: blanks, sign, digits and the byte behind them */
static uint64_t number_length(const char *string)
{
    const char *at = string + strspn(string, " \t\n\v\f\r");
    if (*at == '+' || *at == '-')
        at++;
    at += strspn(at, "0123456789");
    return (uint64_t)(at - string) + 1;
}

static void reads(struct rd_thread *thread, uint64_t address, uint64_t size)
{
    rd_perform_read(thread, (const void *)address, size);
}

static void writes(struct rd_thread *thread, uint64_t address, uint64_t size)
{
    rd_perform_write(thread, (const void *)address, size);
}

static void acts_on(struct rd_thread *thread, uint64_t object)
{
    rd_perform(thread, RD_EXTERNAL, 0, 0, object, 0, 0);
}

/* ---- before */

static void read_strings(struct rd_thread *thread, uint32_t function, uint64_t a, uint64_t b, uint64_t c)
{
    switch (function) {
    case RD_FN_strcpy: case RD_FN_stpcpy: reads(thread, b, whole(text(b))); break;
    case RD_FN_strncpy: reads(thread, b, whole_within(text(b), c)); break;
    case RD_FN_strcat: reads(thread, a, whole(text(a))); reads(thread, b, whole(text(b))); break;
    case RD_FN_strncat: reads(thread, a, whole(text(a))); reads(thread, b, whole_within(text(b), c)); break;
    case RD_FN_strlen: case RD_FN_strdup: reads(thread, a, whole(text(a))); break;
    case RD_FN_strcmp:
        reads(thread, a, compared(text(a), text(b), RD_FOREVER));
        reads(thread, b, compared(text(a), text(b), RD_FOREVER));
        break;
    case RD_FN_strncmp:
        reads(thread, a, compared(text(a), text(b), c));
        reads(thread, b, compared(text(a), text(b), c));
        break;
    case RD_FN_memcmp: reads(thread, a, c); reads(thread, b, c); break;
    case RD_FN_strchr: reads(thread, a, up_to(text(a), strchr(text(a), (int)b))); break;
    case RD_FN_strrchr: reads(thread, a, whole(text(a))); break;
    case RD_FN_strstr: reads(thread, a, whole(text(a))); reads(thread, b, whole(text(b))); break;
    case RD_FN_memchr: {
        const char *found = memchr(text(a), (int)b, c);
        reads(thread, a, found ? (uint64_t)(found - text(a)) + 1 : c);
        break;
    }
    case RD_FN_atoi: case RD_FN_atol: reads(thread, a, number_length(text(a))); break;
    default: break;
    }
}

static void act(struct rd_thread *thread, uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    switch (function) {
    case RD_FN_write: reads(thread, b, c); acts_on(thread, a); break;
    case RD_FN_fwrite: reads(thread, a, b * c); acts_on(thread, d); break;
    case RD_FN_fputs: reads(thread, a, whole(text(a))); acts_on(thread, b); break;
    case RD_FN_puts: reads(thread, a, whole(text(a))); acts_on(thread, rd_address(stdout)); break;
    case RD_FN_putchar: case RD_FN_printf: case RD_FN_vprintf: acts_on(thread, rd_address(stdout)); break;
    case RD_FN_fputc: case RD_FN_putc: acts_on(thread, b); break;
    case RD_FN_fprintf: case RD_FN_vfprintf: case RD_FN_fflush: acts_on(thread, a); break;
    default: break;
    }
}

void __raddle_before_call(uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return;
    rd_visible(thread, RD_READ, function == RD_FN_memcpy || function == RD_FN_memmove ? b : a, 0);
    switch (function) {
    case RD_FN_memcpy: case RD_FN_memmove: reads(thread, b, c); break;
    case RD_FN_write: case RD_FN_fwrite: case RD_FN_fputs: case RD_FN_puts: case RD_FN_putchar: case RD_FN_fputc:
    case RD_FN_putc: case RD_FN_printf: case RD_FN_fprintf: case RD_FN_vprintf: case RD_FN_vfprintf: case RD_FN_fflush:
        act(thread, function, a, b, c, d);
        break;
    default: read_strings(thread, function, a, b, c); break;
    }
}

/* ---- after */

void __raddle_after_call(uint32_t function, uint64_t result, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return;
    int printed = (int)result;
    (void)d;
    switch (function) {
    case RD_FN_memcpy: case RD_FN_memmove: case RD_FN_memset: writes(thread, a, c); break;
    case RD_FN_bzero: writes(thread, a, b); break;
    case RD_FN_strcpy: case RD_FN_stpcpy: writes(thread, a, whole(text(a))); break;
    case RD_FN_strncpy: writes(thread, a, c); break;
    case RD_FN_strcat: {
        uint64_t added = strlen(text(b));
        writes(thread, a + strlen(text(a)) - added, added + 1);
        break;
    }
    case RD_FN_strncat: {
        uint64_t added = strnlen(text(b), c);
        writes(thread, a + strlen(text(a)) - added, added + 1);
        break;
    }
    case RD_FN_sprintf: case RD_FN_vsprintf:
        if (printed >= 0)
            writes(thread, a, (uint64_t)printed + 1);
        break;
    case RD_FN_snprintf: case RD_FN_vsnprintf:
        if (printed >= 0)
            writes(thread, a, least((uint64_t)printed + 1, b));
        break;
    case RD_FN_read: case RD_FN_pread: case RD_FN_recv:
        if ((int64_t)result > 0)
            writes(thread, b, result);
        break;
    case RD_FN_fread: writes(thread, a, b * result); break;
    case RD_FN_fgets:
        if (result)
            writes(thread, a, whole(text(a)));
        break;
    case RD_FN_strdup:
        if (result)
            writes(thread, result, whole(text(result)));
        break;
    default: break;
    }
}
