// CONSTRUCT: what printf and its like read: strings, with width and precision, among other arguments
// OUTPUT: 3%  1.50 abc   |wx|wxy|(null) 7\nabc=literal\nabc=literal\n
#include <pthread.h>
#include <stdio.h>

static char name[8] = "abc", open_ended[4] = {'w', 'x', 'y', 'z'}, line[64];

static void *worker(void *arg) {
    const char *none = arg;
    printf("%d%% %5.2f %-*s|%.*s|%.3s|%s %ld\n", 3, 1.5, 6, name, 2, open_ended, open_ended, none ? none : "(null)", 7L);
    snprintf(line, sizeof line, "%s=%s", name, "literal");
    fprintf(stdout, "%s\n", line);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    printf("%s\n", line);
    return 0;
}
