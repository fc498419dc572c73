/* Tells what each port would make of a map, and where the fact that decides it stands.
 *
 * Shows: flatline_judge after flatline_check, verdicts of a map that is refused.
 *
 * Build: cc -std=c99 verdicts.c -lflatline (or see README.md)
 * Run: maps/unchecked.textmap maps/broken.textmap
 */
#include "flatline/flatline.h"
#include "read_file.h"

static int print_verdicts(const char* path) {
    size_t size;
    char* text = read_file(path, &size);
    flatline_map* map;
    flatline_report* report = NULL;
    flatline_verdict verdicts[FLATLINE_PORTS];
    flatline_verdict_options options = FLATLINE_VERDICT_OPTIONS_INIT;
    const flatline_status status = flatline_load_borrowed(NULL, text, size, NULL, &map);
    if (status != FLATLINE_OK && status != FLATLINE_REFUSED) return 1;
    if (status == FLATLINE_OK && flatline_check(map, NULL, &report) != FLATLINE_OK) return 1;
    options.report = report; /* NULL for a map that was refused */
    if (flatline_judge(map, &options, verdicts) != FLATLINE_OK) return 1;

    printf("%s\n", path);
    for (uint8_t port = 0; port < FLATLINE_PORTS; ++port) {
        const flatline_verdict* verdict = &verdicts[port];
        printf("  %-8s %s", flatline_port_name(port), flatline_judgement_name(verdict->judgement));
        if (verdict->rule[0] != 0) printf(" [%s]", verdict->rule);
        if (verdict->document[0] != 0) {
            printf(" (%s, \"%s\")", verdict->document, verdict->section);
        }
        printf("\n");
    }
    flatline_free(report);
    flatline_free(map);
    free(text);
    return 0;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (print_verdicts(argv[i]) != 0) return 1;
    }
    return 0;
}
