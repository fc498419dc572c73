/* Included in dsda-doom's p_setup.c before P_SetupLevel: from here on the calls of P_SetupLevel
 * that read the map go to the functions below. In the environment EMBED_MODE says which loader
 * loads, "port" or "flatline", and EMBED_OUT is a prefix of the files that are written: .level and
 * .notes after the load, .times with its steps, .state at tic 300, where the game ends. */
#include <time.h>
#include <unistd.h>

#include "dsda_doom/adapter.h"

#include "state.h"

/* ---- Steps of a load, in processor time ------------------------------------------------------ */

enum { STEP_BEGIN, STEP_READ, STEP_FILLED, STEP_BLOCKMAP, STEP_NODES, STEP_END, STEPS };
static double embed_steps[STEPS];

static void embed_step(int step) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    embed_steps[step] = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int embed_flatline(void) {
    static int mode = -1;
    if (mode < 0) {
        const char* said = getenv("EMBED_MODE");
        mode = said != NULL && strcmp(said, "flatline") == 0;
    }
    return mode;
}

static void embed_write_times(void) {
    static const char* const names[] = {"read", "fill", "blockmap", "nodes", "rest"};
    FILE* out = embed_open("times");
    for (int i = 1; i < STEPS; ++i) {
        fprintf(out, "%s %.3f\n", names[i - 1], embed_steps[i] - embed_steps[i - 1]);
    }
    fprintf(out, "total %.3f\n", embed_steps[STEP_END] - embed_steps[STEP_BEGIN]);
    fclose(out);
}

/* ---- The lumps of a map ---------------------------------------------------------------------- */

static flatline_lump embed_lump(int number) {
    flatline_lump lump = {NULL, 0};
    if (number != LUMP_NOT_FOUND && W_LumpLength(number) > 0) {
        lump.data = W_LumpByNum(number);
        lump.size = (size_t)W_LumpLength(number);
    }
    return lump;
}

/* The port builds its own where the lump has no header, or more words than it counts. */
static flatline_lump embed_blockmap_lump(void) {
    const flatline_lump none = {NULL, 0};
    const int number = level_components.blockmap;
    if (number == LUMP_NOT_FOUND) return none;
    const flatline_lump lump = embed_lump(number);
    return lump.size < 8 || lump.size / 2 >= 0x10000 ? none : lump;
}

static void embed_refused(void) {
    size_t count;
    const flatline_finding* findings = flatline_findings(flat.map, &count);
    char text[512] = "no finding";
    for (size_t i = 0; i < count; ++i) {
        if (findings[i].refuses) flatline_describe(flat.map, &findings[i], text, sizeof text);
    }
    I_Error("Flatline refuses the map: %s", text);
}

static int embed_is_named(int number, const char* name) {
    return W_LumpName(number) != NULL && strncasecmp(W_LumpName(number), name, 8) == 0;
}

static int embed_load_text(int label) {
    const int textmap = label + ML_TEXTMAP;
    if (!P_CheckLumpsForSameSource(label, textmap) || !embed_is_named(textmap, "TEXTMAP")) return 0;
    int* all[] = {
        &level_components.things,   &level_components.linedefs, &level_components.sidedefs,
        &level_components.vertexes, &level_components.segs,     &level_components.ssectors,
        &level_components.nodes,    &level_components.sectors,  &level_components.reject,
        &level_components.blockmap, &level_components.behavior, &level_components.znodes};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) *all[i] = LUMP_NOT_FOUND;
    level_components.label = label;
    for (int i = textmap + 1; W_LumpName(i) != NULL && !embed_is_named(i, "ENDMAP"); ++i) {
        if (embed_is_named(i, "ZNODES")) level_components.znodes = i;
        if (embed_is_named(i, "BLOCKMAP")) level_components.blockmap = i;
        if (embed_is_named(i, "REJECT")) level_components.reject = i;
    }
    const flatline_lump text = embed_lump(textmap);
    if (!flat_load_text(text.data, text.size, embed_lump(level_components.znodes),
                        embed_blockmap_lump())) {
        embed_refused();
    }
    udmf_namespace = flat_namespace();
    if (udmf_namespace == UDMF_NONE) I_Error("Flatline: a namespace that the port does not read");
    return 1;
}

static void embed_load_lumps(int label) {
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    P_UpdateLevelComponents(label);
    lumps.things = embed_lump(level_components.things);
    lumps.linedefs = embed_lump(level_components.linedefs);
    lumps.sidedefs = embed_lump(level_components.sidedefs);
    lumps.vertexes = embed_lump(level_components.vertexes);
    lumps.sectors = embed_lump(level_components.sectors);
    lumps.segs = embed_lump(level_components.segs);
    lumps.ssectors = embed_lump(level_components.ssectors);
    lumps.nodes = embed_lump(level_components.nodes);
    lumps.blockmap = embed_blockmap_lump();
    lumps.hexen = has_behavior;
    if (!flat_load_lumps(&lumps)) embed_refused();
}

/* ---- Polyobjects of a text --------------------------------------------------------------------
 */

void SpawnPolyobj(int index, int tag, dboolean crush, dboolean hurt);
void TranslateToStartSpot(int tag, int x, int y);

static void embed_polyobjects(int lump) {
    const size_t count = flat.a->thing_count;
    mapthing_t* things = Z_Calloc(count + 1, sizeof *things);
    int spots = 0;
    if (flat.binary) {
        Z_Free(things);
        PO_LoadThings(lump);
        return;
    }
    flat_text_things(things, count);
    for (size_t i = 0; i < count; ++i) {
        const int type = flat.a->things[i].type;
        if (type < map_format.dn_polyspawn_start || type > map_format.dn_polyspawn_end) continue;
        polyobjs[spots].startSpot.x = things[i].x;
        polyobjs[spots].startSpot.y = things[i].y;
        SpawnPolyobj(spots++, flat.a->things[i].angle, type != map_format.dn_polyspawn_start,
                     type == map_format.dn_polyspawn_hurt);
    }
    for (size_t i = 0; i < count; ++i) {
        if (flat.a->things[i].type != map_format.dn_polyanchor) continue;
        TranslateToStartSpot(flat.a->things[i].angle, things[i].x, things[i].y);
    }
    if (spots > 0) dsda_PreferOpenGL();
    Z_Free(things);
}

static const map_loader_t embed_loader = {
    .load_vertexes = flat_fill_vertexes,
    .load_sectors = flat_fill_sectors,
    .load_things = flat_fill_things,
    .load_linedefs = flat_fill_linedefs,
    .allocate_sidedefs = flat_allocate_sidedefs,
    .load_sidedefs = flat_fill_sidedefs,
    .po_load_things = embed_polyobjects,
};

/* ---- What P_SetupLevel calls ------------------------------------------------------------------
 */

static void embed_check_structure(int label) {
    singletics = true;
    state_seed();
    embed_step(STEP_BEGIN);
    if (!embed_flatline()) {
        P_CheckLevelWadStructure(label);
        embed_step(STEP_READ);
        return;
    }
    flat.rebuild_blockmap = dsda_Flag(dsda_arg_blockmap);
    if (!embed_load_text(label)) embed_load_lumps(label);
    if (flat.a->nodes.subsector_count == 0) I_Error("Flatline: the map has no nodes");
    map_loader = embed_loader;
    P_UpdateMapFormat();
    embed_step(STEP_READ);
}

static void embed_nodes_version(void) {
    if (!embed_flatline()) {
        P_GetNodesVersion();
        return;
    }
    nodesVersion = DEFAULT_BSP_NODES;
    use_gl_nodes = flat.a->nodes.kind == FLATLINE_NODES_GL;
}

static void embed_blockmap(int lump) {
    embed_step(STEP_FILLED);
    if (!embed_flatline() || flat.a->blockmap.cells == NULL) {
        P_LoadBlockMap(lump);
    } else {
        flat_fill_blockmap();
        RememberOriginalBlockMap();
        blocklinks_count = bmapwidth * bmapheight;
        blocklinks = calloc_IfSameLevel(blocklinks, blocklinks_count, sizeof *blocklinks);
        blockmap = blockmaplump + 4;
        blockmapxneg = bmapwidth > 255 ? bmapwidth - 512 : -257;
        blockmapyneg = bmapheight > 255 ? bmapheight - 512 : -257;
    }
    embed_step(STEP_BLOCKMAP);
}

static void embed_subsectors(int lump) {
    if (embed_flatline()) {
        flat_fill_subsectors(lump);
    } else {
        P_LoadSubsectors(lump);
    }
}

static void embed_nodes(int lump) {
    if (embed_flatline()) {
        flat_fill_nodes(lump);
    } else {
        P_LoadNodes(lump);
    }
}

static void embed_segs(int lump) {
    if (!embed_flatline()) P_LoadSegs(lump);
}

static void embed_dump(int brief) {
    FILE* out = embed_open("level");
    const int stored = embed_flatline()
                           ? flat.a->nodes.stored_angles != NULL
                           : nodesVersion == DEFAULT_BSP_NODES || nodesVersion == DEEP_BSP_V4_NODES;
    dump_level(out, brief, stored);
    if (!brief) {
        fprintf(out, "format: gl nodes %d skip %d origin %d %d\n", use_gl_nodes, skipblstart,
                blockmaplump[0], blockmaplump[1]);
    }
    fclose(out);
}

/* In the environment EMBED_BRIEF writes what the example in examples/ports has to print: the level
 * before the port moves vertices and groups lines. */
static void embed_subsector_lines(void) {
    embed_step(STEP_NODES);
    if (getenv("EMBED_BRIEF") != NULL) embed_dump(1);
    P_InitSubsectorsLines();
}

/* Of the first level alone: a player who dies loads it again. */
static int embed_loads;

static void embed_lengths(void) {
    R_CalcSegsLength();
    if (embed_loads++ != 0) return;
    embed_step(STEP_END);
    embed_write_times();
    if (getenv("EMBED_BRIEF") == NULL) embed_dump(0);
}

static void embed_map_end(void) {
    P_MapEnd();
    if (embed_loads == 1) {
        FILE* out = embed_open("notes");
        fflush(embed_notes());
        fwrite(embed_noted, 1, embed_noted_size, out);
        fclose(out);
    }
    if (embed_flatline()) flat_free();
}

#define P_CheckLevelWadStructure embed_check_structure
#define P_GetNodesVersion embed_nodes_version
#define P_LoadBlockMap embed_blockmap
#define P_LoadSubsectors embed_subsectors
#define P_LoadNodes embed_nodes
#define P_LoadSegs embed_segs
#define P_InitSubsectorsLines embed_subsector_lines
#define R_CalcSegsLength embed_lengths
#define P_MapEnd embed_map_end
