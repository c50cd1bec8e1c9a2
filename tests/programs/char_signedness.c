// CONSTRUCT: plain, signed and unsigned char in comparisons, extensions and as array index
// EXIT: 0
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static char plain = (char)0xe9;
static signed char minus = -1;
static unsigned char plus = 255;
static int histogram[256];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
    const char *text = arg;
    for (; *text; text++) {
        pthread_mutex_lock(&lock);
        histogram[(unsigned char)*text]++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, "ab\xe9");
    pthread_create(&t2, NULL, count, "b\xe9\xff");
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(histogram['a'] == 1 && histogram['b'] == 2);
    assert(histogram[0xe9] == 2 && histogram[0xff] == 1);
    assert(minus != plus && (unsigned char)minus == plus);
    assert((plain < 0) == (CHAR_MIN < 0));
    assert((minus >> 1) == -1 && (plus >> 1) == 127);
    plus++;
    assert(plus == 0 && (char)(plain & 0x7f) == 0x69);
    return 0;
}
