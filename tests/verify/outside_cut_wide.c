// VERIFY bug seen, else unknown wcstol at
// Where a text is cut depends on what was read: so does what it says.
#include <assert.h>
#include <pthread.h>
#include <wchar.h>

static int width;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int to) { pthread_mutex_lock(&lock); width = to; pthread_mutex_unlock(&lock); }
static void *writer(void *arg) { for (int i = 1; i <= 8; i++) set(i); return arg; }
static void *reader(void *arg)
{
    wchar_t line[24] = L"11111111111111";
    pthread_mutex_lock(&lock);
    int seen = width;
    pthread_mutex_unlock(&lock);
    line[seen + 1] = 0;
    assert(wcstol(line, NULL, 10) != 11111); // FAILS
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
