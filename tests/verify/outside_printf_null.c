// VERIFY proved
// The C library prints (null), and the address itself is a number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static char *_Atomic text = "first";
static void *writer(void *arg) { text = NULL; text = "last"; return arg; }
static void *reader(void *arg) { printf("%s %p\n", text, (void *)text); return arg; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
