/* The same program without the library: what main.c is longer than this, the loader adds. */
#include <stdio.h>

int main(void) {
    char name[9] = "FLAT1";
    printf("text: %s\n", name);
    puts(name);
    return 0;
}
