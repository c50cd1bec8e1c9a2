/* Where the process begins, if the program's main was built with raddle: the instrumenter has renamed that one. */
int rd_main(int argc, char **argv, char **envp);

int main(int argc, char **argv, char **envp)
{
    return rd_main(argc, argv, envp);
}
