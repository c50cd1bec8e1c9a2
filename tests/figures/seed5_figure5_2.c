static int *bandwidth; static void *t1_main(void *arg) {
    bandwidth = malloc(sizeof *bandwidth);
    return arg; }
static void *t2_main(void *arg) {
    assert(bandwidth != NULL);
    *bandwidth = 1;
    return arg; }
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, t1_main, 0);
    pthread_create(&t2, 0, t2_main, 0);
    pthread_exit(0);
}
