/* Library functions whose effects the runtime records around the call. One `RD_FN_name = number` a line: the instrumenter
 * reads this list, and recognises a call by the name behind RD_FN_. */
#ifndef RADDLE_EFFECTS_H
#define RADDLE_EFFECTS_H
enum rd_function {
    RD_FN_memcpy = 1,
    RD_FN_memmove = 2,
    RD_FN_memset = 3,
    RD_FN_sprintf = 9,
    RD_FN_snprintf = 10,
    RD_FN_vsprintf = 11,
    RD_FN_vsnprintf = 12,
    RD_FN_read = 13,
    RD_FN_pread = 14,
    RD_FN_recv = 15,
    RD_FN_fread = 16,
    RD_FN_fgets = 17,
    RD_FN_write = 18,
    RD_FN_fwrite = 19,
    RD_FN_fputs = 20,
    RD_FN_puts = 21,
    RD_FN_putchar = 22,
    RD_FN_fputc = 23,
    RD_FN_putc = 24,
    RD_FN_printf = 25,
    RD_FN_fprintf = 26,
    RD_FN_vprintf = 27,
    RD_FN_vfprintf = 28,
    RD_FN_fflush = 29,
    RD_FN___raddle_formatted = 43 /* no function: one pointer that printf or its like is given, see effects.c */
};
#endif
