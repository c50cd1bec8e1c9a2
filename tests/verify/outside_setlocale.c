// VERIFY unknown setlocale at
// What a letter is may change under way.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <pthread.h>

static void *writer(void *arg) { setlocale(LC_ALL, "C.UTF-8"); return arg; }
static void *reader(void *arg) { assert(localeconv()->decimal_point[0] == '.'); return arg; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
