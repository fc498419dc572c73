/* Runs the sanity rules over a map and prints what they find, one line each, as a compiler would.
 *
 * Shows: flatline_check with a rule turned off, places of findings in the text and on the map,
 * sentences, why a rule matters, counts by severity.
 *
 * Build: cc -std=c99 check.c -lflatline (or see README.md)
 * Run: maps/unchecked.textmap
 */
#include <inttypes.h>

#include "flatline/flatline.h"
#include "read_file.h"

static void print_finding(const flatline_map* map, const char* path,
                          const flatline_finding* finding, const flatline_location* at) {
    char sentence[256];
    flatline_describe(map, finding, sentence, sizeof sentence);
    /* Line and column are 0 for a finding about the whole map. */
    printf("%s:%" PRIu64 ":%" PRIu64 ": %s: ", path, at->line, at->column,
           flatline_severity_name(finding->severity));
    if (finding->field != FLATLINE_NO_FIELD) printf("%s: ", flatline_field_name(finding->field));
    printf("%s [%s]\n", sentence, flatline_rule_id(finding->rule));
    if (at->point.x == at->point.x) { /* else NaN: no place */
        printf("  at %g, %g\n", at->point.x, at->point.y);
    }
    printf("  %s (%s). %s\n", flatline_rule_why(finding->rule), flatline_rule_ports(finding->rule),
           flatline_rule_mend(finding->rule));
}

int main(int argc, char** argv) {
    const char* path = argc > 1 ? argv[1] : "maps/unchecked.textmap";
    size_t size, count;
    char* text = read_file(path, &size);
    flatline_map* map;
    flatline_report* report;
    if (flatline_load_borrowed(NULL, text, size, NULL, &map) != FLATLINE_OK) return 1;
    /* In order: NULL would be a level of all rules, then those of some. */
    const flatline_rule_level levels[] = {{"side-unused", FLATLINE_RULE_OFF}};
    if (flatline_rule_default_level(flatline_find_rule("side-unused")) == FLATLINE_RULE_OFF) {
        return 1;
    }
    flatline_check_options options = FLATLINE_CHECK_OPTIONS_INIT;
    options.levels = levels;
    options.level_count = 1;
    if (flatline_check(map, &options, &report) != FLATLINE_OK) return 1;

    /* Findings about elements have no place until one is asked for: one pass for all of them. */
    const flatline_finding* findings = flatline_findings(report, &count);
    flatline_location* places = malloc((count + 1) * sizeof *places);
    if (places == NULL) return 2;
    flatline_locate(map, findings, count, places);
    for (size_t i = 0; i < count; ++i) print_finding(map, path, &findings[i], &places[i]);
    /* Some rules need more than the map: nodes-missing wants the archive that it came from. */
    for (uint16_t rule = 0; flatline_rule_id(rule) != NULL; ++rule) {
        if (flatline_report_rule(report, rule) == FLATLINE_RULE_RUN) continue;
        printf("%s was not run\n", flatline_rule_id(rule));
    }
    for (uint8_t severity = FLATLINE_NOTE; severity <= FLATLINE_ERROR; ++severity) {
        printf("%s: %" PRIu64 " of the check, %" PRIu64 " of the load\n",
               flatline_severity_name(severity), flatline_finding_count(report, severity),
               flatline_finding_count(map, severity));
    }
    printf("side-unused was %sfound\n",
           flatline_has_rule(report, flatline_find_rule("side-unused")) ? "" : "not ");
    free(places);
    flatline_free(report);
    flatline_free(map);
    free(text);
    return 0;
}
