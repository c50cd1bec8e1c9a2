/* The synchronisation idiom of the Frangipani file system (Flanagan and Godefroid 2005, figure 3): each thread gives its
 * inode a block, the first free one from where it begins to search; a lock for each inode and for each block.
 *
 *   -DTHREADS=2 -DSEARCH=0   so many blocks are busy at first: each lengthens the search by three steps (the paper's depth:
 *                            THREADS * (5 + 3 * SEARCH))
 *   (default)                unsat: nobody takes a block that another thread has
 *   -DSAT                    sat: thread 0 finds the first free block, which it does not if another one was faster
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef SEARCH
#define SEARCH 0
#endif
#define INODES THREADS
#define BLOCKS (SEARCH + THREADS)

static int inode[INODES], busy[BLOCKS], owner[BLOCKS];
static pthread_mutex_t locki[INODES], lockb[BLOCKS];

static void *take(void *number)
{
    int i = (int)((intptr_t)number % INODES);
    pthread_mutex_lock(&locki[i]);
    if (inode[i] == 0) {
        int b = i * BLOCKS % BLOCKS; /* there i * 2: all begin at the same block here, so that they meet */
        for (;;) {
            pthread_mutex_lock(&lockb[b]);
            if (!busy[b]) {
                busy[b] = 1;
#ifdef SAT
                assert(i != 0 || b == SEARCH);
#else
                assert(owner[b] == 0);
                owner[b] = i + 1;
#endif
                inode[i] = b + 1;
                pthread_mutex_unlock(&lockb[b]);
                break;
            }
            pthread_mutex_unlock(&lockb[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&locki[i]);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&locki[i], NULL);
    for (int b = 0; b < BLOCKS; b++)
        pthread_mutex_init(&lockb[b], NULL);
    for (int b = 0; b < SEARCH; b++)
        busy[b] = 1;
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, take, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
