/* Compute-bound: two threads multiply matrices of doubles, each its half of the rows. argv[1]: roughly the number of accesses. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define SIDE 48

static double left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static long rounds;

static void *multiply(void *second_half)
{
    int first = second_half ? SIDE / 2 : 0;
    for (long round = 0; round < rounds; round++)
        for (int row = first; row < first + SIDE / 2; row++)
            for (int column = 0; column < SIDE; column++) {
                double sum = 0;
                for (int i = 0; i < SIDE; i++)
                    sum += left[row][i] * right[i][column];
                product[row][column] = sum;
            }
    return NULL;
}

int main(int argc, char **argv)
{
    rounds = (argc > 1 ? atol(argv[1]) : 5000000) / (2 * SIDE * SIDE * SIDE) + 1;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            left[row][column] = row + column;
            right[row][column] = row == column;
        }
    pthread_t other;
    pthread_create(&other, NULL, multiply, left);
    multiply(NULL);
    pthread_join(other, NULL);
    for (int row = 0; row < SIDE; row++)
        assert(product[row][SIDE - 1 - row] == SIDE - 1);
    return 0;
}
