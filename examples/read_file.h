/* Reading a whole file: what the C programs here have in common, and nothing of Flatline. */
#ifndef EXAMPLES_READ_FILE_H
#define EXAMPLES_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file, to be freed by free(). Ends the program where it cannot be read. */
static char* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    char* bytes = NULL;
    long length = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    if (length >= 0) bytes = malloc((size_t)length + 1);
    if (bytes != NULL) {
        rewind(file);
        *size = fread(bytes, 1, (size_t)length, file);
    }
    if (bytes == NULL || *size != (size_t)length) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return bytes;
}

#endif
