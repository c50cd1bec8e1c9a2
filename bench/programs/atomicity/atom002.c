/* Table 1 of the second paper, atom002: a browser loads a script, and compiles it when it is there. Between the two
   critical sections the user closes the page, and the script is gone.
   FIX (atom002a): closing the page waits until the script has been compiled. */
#include <pthread.h>
#include <stddef.h>

#define VISITS 4

struct script {
    int size;
    int compiled;
};

static pthread_mutex_t page = PTHREAD_MUTEX_INITIALIZER, history = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t settled = PTHREAD_COND_INITIALIZER;
static struct script *current;
static int visits[VISITS];
static int is_settled;

static void visit(int by) {
    for (int number = 0; number < VISITS; number++) {
        pthread_mutex_lock(&history);
        visits[number] = visits[number] * 2 + by;
        pthread_mutex_unlock(&history);
    }
}

static void load(struct script *script) {
    pthread_mutex_lock(&page);
    current = script;
    pthread_mutex_unlock(&page);
}

static void complete(void) {
    pthread_mutex_lock(&page);
    struct script *script = current;
    if (script != NULL)
        script->compiled = script->size;
    pthread_mutex_unlock(&page);
}

static void run_script(struct script *script) {
    visit(1);
    load(script);
    visit(2);
    complete();
    visit(3);
}

static void *loader(void *script) {
    run_script(script);
    pthread_mutex_lock(&page);
    is_settled = 1;
    pthread_cond_signal(&settled);
    pthread_mutex_unlock(&page);
    return NULL;
}

static void *closer(void *argument) {
    (void)argument;
    pthread_mutex_lock(&page);
#ifdef FIX
    while (!is_settled)
        pthread_cond_wait(&settled, &page);
#endif
    visit(4);
    current = NULL;
    visit(5);
    pthread_mutex_unlock(&page);
    return NULL;
}

int main(void) {
    static struct script script = {.size = 80};
    pthread_t one, other;
    for (int number = 0; number < VISITS; number++)
        visits[number] = 1;
    pthread_create(&one, NULL, loader, &script);
    pthread_create(&other, NULL, closer, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
