/* The program's main, where its own lies in an archive or a library that was not built with raddle: that one is called as any
 * function of a library is. Compiled and instrumented as a program is, so that what follows the thread begins in a function that it
 * knows, and sees the status that the process ends with. */
int __real_main(int argc, char **argv, char **envp);

int main(int argc, char **argv, char **envp)
{
    return __real_main(argc, argv, envp);
}
