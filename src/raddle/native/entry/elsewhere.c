/* Where the process begins, if the program's main lies in an archive or a library that was not built with raddle (-lgtest_main).
 * Linked with --wrap=main: what begins the process asks for main, and gets this. */
int rd_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp)
{
    return rd_main(argc, argv, envp);
}
