// VERIFY bug
// Memory that another thread allocated and changes, far behind its beginning.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static wchar_t *text;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *arg)
{
    pthread_mutex_lock(&lock);
    text[100] = L'b';
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(wcscmp(text + 100, L"a") == 0); // FAILS
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    text = calloc(200, sizeof *text);
    text[100] = L'a';
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&a, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
