// VERIFY proved
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <pthread.h>

static void *reader(void *arg) { assert(isalpha('a')); return arg; }
int main(void)
{
    pthread_t a, b;
    setlocale(LC_ALL, "C");
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
