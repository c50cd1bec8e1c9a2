/* What known library functions do to memory and to the world, recorded around the call. `before` is one scheduling point and
 * then the reads and the output; `after` records the writes. The events of one call follow each other without a switch.
 * Before the scheduling point the first effect is announced, for RD_PENDING. */
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

/* bytes of a string behind %s, of which `most` are printed at most */
static uint64_t printed_of(const char *string, uint64_t most)
{
    return string && most ? whole_within(string, most) : 0;
}

/* Bytes that printf reads through its argument number `index`: it is the string of a %s, or of no interest. `previous` is
 * the argument before it, the precision of a %.*s. Formats with numbered arguments, and wide strings, are not looked at. */
static uint64_t read_by_format(const char *format, uint64_t index, uint64_t argument, uint64_t previous)
{
    uint64_t taken = 0;
    while ((format = strchr(format, '%')) != NULL) {
        uint64_t most = RD_FOREVER;
        format += 1 + strspn(format + 1, "-+ #0'I");
        for (int part = 0; part < 2; part++) { /* width, then precision */
            if (part && *format != '.')
                break;
            format += part;
            uint64_t number = 0;
            if (*format == '*') {
                number = (int)previous < 0 ? RD_FOREVER : previous;
                format++;
                taken++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                number = number * 10 + (uint64_t)(*format - '0');
            if (part)
                most = number;
        }
        if (*format == 's' && taken == index)
            return printed_of(text(argument), most);
        format += strspn(format, "hlLqjzt");
        if (*format == '$' || !*format)
            return 0;
        taken += *format++ != '%';
    }
    return 0;
}

/* Where the effects of a call go: into the recording, or, to be announced, the first one into `announced`. */
struct effects {
    struct rd_thread *thread;
    struct rd_pending *announced;
};

static void announce(const struct effects *effects, uint8_t kind, uint64_t object, uint64_t extra)
{
    if (!effects->announced->kind)
        *effects->announced = (struct rd_pending){.kind = kind, .object = object, .extra = extra};
}

static void reads(const struct effects *effects, uint64_t address, uint64_t size)
{
    if (!effects->announced)
        rd_perform_read(effects->thread, (const void *)address, size);
    else if (size)
        announce(effects, RD_READ, address, size);
}

static void acts_on(const struct effects *effects, uint64_t object)
{
    if (!effects->announced)
        rd_perform(effects->thread, RD_EXTERNAL, 0, 0, object, 0, 0);
    else
        announce(effects, RD_EXTERNAL, object, 0);
}

/* recorded by `after`; here only announced, with the most it may write */
static void will_write(const struct effects *effects, uint64_t address, uint64_t most)
{
    if (effects->announced && most)
        announce(effects, RD_WRITE, address, most | RD_WRITES);
}

/* ---- before */

static void read_memory(const struct effects *effects, uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    switch (function) {
    case RD_FN_memcpy: case RD_FN_memmove: reads(effects, b, c); break;
    case RD_FN___raddle_formatted: reads(effects, c, read_by_format(text(a), b, c, d)); break;
    default: break;
    }
}

static void act(const struct effects *effects, uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    switch (function) {
    case RD_FN_write: reads(effects, b, c); acts_on(effects, a); break;
    case RD_FN_fwrite: reads(effects, a, b * c); acts_on(effects, d); break;
    case RD_FN_fputs: reads(effects, a, whole(text(a))); acts_on(effects, b); break;
    case RD_FN_puts: reads(effects, a, whole(text(a))); acts_on(effects, rd_address(stdout)); break;
    case RD_FN_putchar: case RD_FN_printf: case RD_FN_vprintf: acts_on(effects, rd_address(stdout)); break;
    case RD_FN_fputc: case RD_FN_putc: acts_on(effects, b); break;
    case RD_FN_fprintf: case RD_FN_vfprintf: case RD_FN_fflush: acts_on(effects, a); break;
    default: break;
    }
}

static void announce_writes(const struct effects *effects, uint32_t function, uint64_t a, uint64_t b, uint64_t c)
{
    switch (function) {
    case RD_FN_memset: will_write(effects, a, c); break;
    case RD_FN_snprintf: case RD_FN_vsnprintf: case RD_FN_fgets: will_write(effects, a, b); break;
    case RD_FN_sprintf: case RD_FN_vsprintf: will_write(effects, a, 1); break;
    case RD_FN_read: case RD_FN_pread: case RD_FN_recv: will_write(effects, b, c); break;
    case RD_FN_fread: will_write(effects, a, b * c); break;
    default: break;
    }
}

static void before(const struct effects *effects, uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    read_memory(effects, function, a, b, c, d);
    act(effects, function, a, b, c, d);
    announce_writes(effects, function, a, b, c);
}

/* the stream whose lock a function holds; 0: none */
static uint64_t stream_of(uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    switch (function) {
    case RD_FN_puts: case RD_FN_putchar: case RD_FN_printf: case RD_FN_vprintf: return rd_address(stdout);
    case RD_FN_fprintf: case RD_FN_vfprintf: case RD_FN_fflush: return a;
    case RD_FN_fputs: case RD_FN_fputc: case RD_FN_putc: return b;
    case RD_FN_fgets: return c;
    case RD_FN_fwrite: case RD_FN_fread: return d;
    default: return 0;
    }
}

void __raddle_before_call(uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return;
    rd_hold_stream(thread, stream_of(function, a, b, c, d));
    if (thread->page->count >= thread->page->limit) {
        thread->pending = (struct rd_pending){0};
        before(&(struct effects){thread, &thread->pending}, function, a, b, c, d);
        rd_schedule(thread);
    }
    before(&(struct effects){thread, NULL}, function, a, b, c, d);
}

/* ---- after */

static void writes(struct rd_thread *thread, uint64_t address, uint64_t size)
{
    rd_perform_write(thread, (const void *)address, size);
}

void __raddle_after_call(uint32_t function, uint64_t result, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return;
    int printed = (int)result;
    switch (function) {
    case RD_FN_memcpy: case RD_FN_memmove: case RD_FN_memset: writes(thread, a, c); break;
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
    default: break;
    }
    rd_let_stream_go(thread, stream_of(function, a, b, c, d));
}
