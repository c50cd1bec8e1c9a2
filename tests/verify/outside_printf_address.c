// VERIFY proved
// Nobody looks at what is behind an address that is printed as a number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static char *_Atomic text = "first";
static void *writer(void *arg) { text = (char *)1; text = "last"; return arg; }
static void *reader(void *arg) { printf("%p %ld\n", (void *)text, (long)text); return arg; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
