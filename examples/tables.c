/* Prints rows of the tables that the library is made of, as an editor or a list of options needs
 * them.
 *
 * Shows: dialects, namespaces and their fields, where a standard field lies, limits and presets,
 * rules, the table behind the verdicts.
 *
 * Build: cc -std=c99 tables.c -lflatline (or see README.md)
 * Run:
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flatline/flatline.h"

static void print_fields(void) {
    size_t count = 0, flags = 0;
    for (uint8_t dialect = 0; dialect < FLATLINE_DIALECTS; ++dialect) {
        size_t fields = 0;
        while (flatline_dialect_field(dialect, fields).name != NULL) ++fields;
        printf("%s has %s fields of its own\n", flatline_dialect_name(dialect),
               fields > 100 ? "over a hundred" : "some");
    }
    for (size_t i = 0;; ++i) {
        const flatline_field_row row = flatline_dialect_field(FLATLINE_DIALECT_ZDOOM, i);
        if (row.name == NULL) break;
        if (row.block != FLATLINE_SECTOR || strcmp(row.name, "gravity") != 0) continue;
        printf("%s of %s is %s by default, which is the number %g\n", row.name,
               flatline_element_name(row.block), row.fallback,
               flatline_dialect_field_default(FLATLINE_DIALECT_ZDOOM, i).real);
    }
    for (flatline_standard_field_row row; (row = flatline_standard_field(count)).name != NULL;
         ++count) {
        flags += row.bit != 0;
        if (row.block == FLATLINE_THING && strcmp(row.name, "angle") == 0) {
            printf("angle is member %d of a thing\n",
                   row.offset == offsetof(flatline_thing, angle));
        }
    }
    printf("standard fields: %s, %s of them flags\n", count > 60 ? "many" : "few",
           flags > 30 ? "most" : "some");
}

static void print_namespaces(void) {
    flatline_namespace_row row;
    for (size_t i = 0; (row = flatline_namespace(i)).name != NULL; ++i) {
        if (strcmp(row.name, "hexen") != 0 && strcmp(row.name, "srb2") != 0) continue;
        printf("%s is read by the table %s, lines without an id have %d\n", row.name,
               flatline_dialect_name(row.dialect), row.zero_line_id ? 0 : -1);
    }
}

static void print_limits(void) {
    const char* name;
    for (size_t i = 0; (name = flatline_limit_name(i)) != NULL; ++i) {
        if (strcmp(name, "things") != 0) continue;
        printf("%s: at most %" PRIu64 "; %s\n", name, flatline_limit_ceiling(i),
               flatline_limit_reason(i));
    }
    for (size_t i = 0; (name = flatline_limit_preset_name(i)) != NULL; ++i) {
        printf("preset %s: %s\n", name, flatline_limit_preset_meaning(i));
    }
}

static void print_rule(const char* id) {
    const uint16_t rule = flatline_find_rule(id);
    if (rule == FLATLINE_NO_RULE) {
        printf("there is no rule %s\n", id);
        return;
    }
    printf("%s is a %s%s%s: %s\n", id, flatline_severity_name(flatline_rule_severity(rule)),
           flatline_rule_numbers(rule) == FLATLINE_NUMBERS_INTEGERS ? " with numbers" : "",
           flatline_rule_is_repairable(rule) ? " that can be repaired" : "",
           flatline_rule_sentence(rule));
    flatline_verdict_row row;
    for (size_t i = 0; (row = flatline_verdict_table(i)).rule != NULL; ++i) {
        if (strcmp(row.rule, id) != 0) continue;
        for (uint8_t port = 0; port < FLATLINE_PORTS; ++port) {
            printf("  %s %s", flatline_port_name(port),
                   flatline_judgement_name(row.judgements[port]));
        }
        printf("\n");
        break;
    }
}

int main(void) {
    print_fields();
    print_namespaces();
    print_limits();
    print_rule("nodes-truncated");
    print_rule("no-such-rule");
    const flatline_port_fact_row fact = flatline_port_fact(0);
    printf("a fact: %s\n", strncmp(fact.id, "port-", 5) == 0 ? "port-..." : fact.id);
    return 0;
}
