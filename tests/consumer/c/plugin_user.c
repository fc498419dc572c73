/* Loads the shared library, counts vertices by it, and looks for names that it should not show. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    size_t (*count)(const char*);
    void* plugin = dlopen(PLUGIN, RTLD_NOW);
    if (!plugin) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    *(void**)&count = dlsym(plugin, "plugin_count_vertices");
    if (!count || count("namespace = \"doom\"; vertex { x = 1; y = 2; }") != 1) {
        fprintf(stderr, "the plug-in did not load the map\n");
        return 1;
    }
    /* Where Flatline is a shared library its names come with it. */
    if (NAMES_ARE_HIDDEN && dlsym(plugin, "flatline_version")) {
        fprintf(stderr, "the plug-in shows Flatline's names\n");
        return 1;
    }
    return 0;
}
