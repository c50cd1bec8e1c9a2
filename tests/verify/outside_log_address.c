// VERIFY bug seen, else unknown vfprintf at
// The address goes through a list of arguments.
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static char *_Atomic text = "first";
static void say(const char *format, ...)
{
    va_list given;
    va_start(given, format);
    vfprintf(stderr, format, given); // FAILS
    va_end(given);
}
static void *writer(void *arg) { text = (char *)1; text = "last"; return arg; }
static void *reader(void *arg) { say("%s\n", text); return arg; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
