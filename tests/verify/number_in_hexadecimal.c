// VERIFY proved
// Looking for 0x compares no address with one that lies nowhere.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char state = '1';

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    state = 'f';
    state = '2';
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    char *text = malloc(16);
    unsigned found = 0;
    strcpy(text, "00f");
    pthread_mutex_lock(&lock);
    text[2] = state;
    pthread_mutex_unlock(&lock);
    sscanf(text, "%x", &found);
    assert(found != 15 && strtol(text, NULL, 16) != 15);
    return arg;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
