// VERIFY bug
// A function that nobody knows, given memory that others change.
#include <assert.h>
#include <pthread.h>
#include <regex.h>

static char text[8] = "a";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static regex_t pattern;
static void *writer(void *arg)
{
    pthread_mutex_lock(&lock);
    text[0] = 'b';
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(regexec(&pattern, text, 0, NULL, 0) == 0); // FAILS
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    regcomp(&pattern, "a", 0);
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&a, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
