/* Two threads count up and down in regions that nobody may interrupt. */
#include <pthread.h>
#include <stdio.h>
#include "hooks.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int balance, seen_open;

static void *move(void *unused)
{
    for (int i = 0; i < 5; i++) {
        __VERIFIER_atomic_begin();
        __raddle_load4(&balance);
        seen_open += balance != 0;
        __raddle_store4(&balance, 1);
        balance = 1;
        __raddle_store4(&balance, 0);
        balance = 0;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, move, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", seen_open);
    return 0;
}
