/* Names and ids of dsda_levels.c: how dsda-doom finds lumps, textures and lines. */
#ifndef FLATLINE_BENCH_DSDA_NAMES_H
#define FLATLINE_BENCH_DSDA_NAMES_H

#include <ctype.h>
#include <strings.h>

/* ---- Names ----------------------------------------------------------------------------------- */

/* Chains of one hash over all lumps, and over all textures. */
typedef struct {
    char name[9];
    int size, index, next, space;
    void* file;
    int position, source, flags;
} lump_t;
typedef struct {
    char name[8];
    int next, index;
} texture_t;

static lump_t* all_lumps;
static texture_t** textures;
static unsigned lump_count, texture_count;
static int first_flat;

enum { SPACE_GLOBAL, SPACE_FLATS };

static unsigned name_hash(const char* s) {
    unsigned hash = (unsigned)toupper((unsigned char)s[0]);
    for (int i = 1; i < 8 && s[i] != '\0'; ++i) {
        hash = hash * (i == 1 ? 3 : 2) + (unsigned)toupper((unsigned char)s[i]);
    }
    return hash;
}

static int lump_number(const char* name, int space) {
    int i = all_lumps[name_hash(name) % lump_count].index;
    while (i >= 0 && (strncasecmp(all_lumps[i].name, name, 8) || all_lumps[i].space != space)) {
        i = all_lumps[i].next;
    }
    return i;
}

static int R_FlatNumForName(const char* name) {
    const int i = lump_number(name, SPACE_FLATS);
    return i < 0 ? -1 : i - first_flat;
}

static int R_SafeTextureNumForName(const char* name, int side) {
    int i;
    (void)side;
    if (name[0] == '-') return 0;
    i = textures[name_hash(name) % texture_count]->index;
    while (i >= 0 && strncasecmp(textures[i]->name, name, 8)) i = textures[i]->next;
    return i < 0 ? 0 : i;
}

/* ---- Ids ------------------------------------------------------------------------------------- */

typedef struct {
    int id, size, room;
    int* data;
} id_list;
typedef struct {
    int size;
    id_list* lists;
} id_chain;
typedef struct {
    int size;
    id_chain* data;
} id_hash;

static id_hash line_ids, sector_ids;

static void reset_ids(id_hash* hash, int size) {
    hash->size = size > 10 ? size / 10 : size;
    hash->data = Z_Calloc((size_t)hash->size, sizeof *hash->data);
}

static id_list* list_of_id(id_chain* chain, int id) {
    id_list* list;
    for (int i = 0; i < chain->size; ++i) {
        if (chain->lists[i].id == id) return &chain->lists[i];
    }
    chain->lists = realloc(chain->lists, (size_t)(chain->size + 1) * sizeof *chain->lists);
    list = &chain->lists[chain->size++];
    list->id = id;
    list->size = 0;
    list->room = 1;
    list->data = Z_Malloc(sizeof *list->data);
    list->data[0] = -1;
    return list;
}

static void add_id(id_hash* hash, int id, int value) {
    id_list* list = list_of_id(&hash->data[(unsigned)id % (unsigned)hash->size], id);
    if (list->room < list->size + 2) {
        while (list->room < list->size + 2) list->room *= 2;
        list->data = realloc(list->data, (size_t)list->room * sizeof *list->data);
    }
    list->data[list->size++] = value;
    list->data[list->size] = -1;
}

static void free_ids(id_hash* hash) {
    for (int i = 0; i < hash->size; ++i) {
        for (int k = 0; k < hash->data[i].size; ++k) free(hash->data[i].lists[k].data);
        free(hash->data[i].lists);
    }
    free(hash->data);
    memset(hash, 0, sizeof *hash);
}

static void dsda_AddLineID(int id, int value) { add_id(&line_ids, id, value); }
static void dsda_AddSectorID(int id, int value) { add_id(&sector_ids, id, value); }
static void dsda_ResetLineIDList(int size) { reset_ids(&line_ids, size); }
static void dsda_ResetSectorIDList(int size) { reset_ids(&sector_ids, size); }

/* ---- Out of a WAD ---------------------------------------------------------------------------- */

static unsigned long_word(const byte* p) {
    return p[0] | (unsigned)p[1] << 8 | (unsigned)p[2] << 16 | (unsigned)p[3] << 24;
}

static void read_lumps(const byte* wad, size_t size) {
    const size_t directory = long_word(wad + 8);
    int flats = 0;
    lump_count = long_word(wad + 4);
    if (lump_count == 0 || directory + 16 * (size_t)lump_count > size) I_Error("not a WAD");
    all_lumps = Z_Calloc(lump_count, sizeof *all_lumps);
    for (unsigned i = 0; i < lump_count; ++i) {
        lump_t* lump = &all_lumps[i];
        const byte* entry = wad + directory + 16 * (size_t)i;
        memcpy(lump->name, entry + 8, 8);
        lump->position = (int)long_word(entry);
        lump->size = (int)long_word(entry + 4);
        if (strcmp(lump->name, "F_END") == 0) flats = 0;
        lump->space = flats ? SPACE_FLATS : SPACE_GLOBAL;
        if (strcmp(lump->name, "F_START") != 0) continue;
        flats = 1;
        first_flat = (int)i + 1;
    }
    for (unsigned i = 0; i < lump_count; ++i) all_lumps[i].index = -1;
    for (unsigned i = 0; i < lump_count; ++i) {
        lump_t* first = &all_lumps[name_hash(all_lumps[i].name) % lump_count];
        all_lumps[i].next = first->index;
        first->index = (int)i;
    }
}

/* How many there are in a lump; with `store` they go to textures[at] and on. */
static unsigned read_textures(const byte* wad, const char* name, unsigned at, int store) {
    const int number = lump_number(name, SPACE_GLOBAL);
    const byte* lump = number < 0 ? NULL : wad + all_lumps[number].position;
    const unsigned count = lump == NULL ? 0 : long_word(lump);
    for (unsigned i = 0; store && i < count; ++i) {
        textures[at + i] = Z_Calloc(1, sizeof *textures[0]);
        memcpy(textures[at + i]->name, lump + long_word(lump + 4 + 4 * i), 8);
    }
    return count;
}

int dsda_levels_begin(const void* wad, size_t size) {
    unsigned first;
    if (size < 12) return 0;
    read_lumps(wad, size);
    first = read_textures(wad, "TEXTURE1", 0, 0);
    texture_count = first + read_textures(wad, "TEXTURE2", 0, 0);
    if (texture_count == 0) return 0;
    textures = Z_Calloc(texture_count, sizeof *textures);
    read_textures(wad, "TEXTURE1", 0, 1);
    read_textures(wad, "TEXTURE2", first, 1);
    for (unsigned i = 0; i < texture_count; ++i) textures[i]->index = -1;
    for (unsigned i = texture_count; i-- > 0;) {
        texture_t* chain = textures[name_hash(textures[i]->name) % texture_count];
        textures[i]->next = chain->index;
        chain->index = (int)i;
    }
    return 1;
}

void dsda_levels_end(void) {
    for (unsigned i = 0; i < texture_count; ++i) free(textures[i]);
    free(textures);
    free(all_lumps);
    textures = NULL;
    all_lumps = NULL;
    texture_count = lump_count = 0;
}

#endif
