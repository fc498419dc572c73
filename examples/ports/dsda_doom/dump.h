/* Writes a level of dsda-doom member by member, pointers as indices and textures by name, so that
 * two loaders can be compared. What it prints is the same in the port (tests/ports/embed) and in
 * the example beside it; with `brief` it leaves out what functions compute that stay in the port
 * and that the example does without. */
#ifndef FLATLINE_PORTS_DSDA_DUMP_H
#define FLATLINE_PORTS_DSDA_DUMP_H

#include <stdio.h>

static long dump_index(const void* at, const void* first, size_t size) {
    return at == NULL ? -1 : (long)(((const char*)at - (const char*)first) / (long)size);
}
#define DUMP_INDEX(pointer, array) dump_index(pointer, array, sizeof *(array))

static const char* dump_sky(int sky) {
    return (unsigned)sky & PL_SKYFLAT_SECTOR ? dump_texture(sky & 0xFFFF) : "none";
}

static void dump_vertexes(FILE* out, int brief) {
    for (int i = 0; i < numvertexes; ++i) {
        const vertex_t* v = &vertexes[i];
        fprintf(out, "vertex %d: %d %d", i, v->x, v->y);
        if (!brief) fprintf(out, " drawn %d %d", v->px, v->py);
        fprintf(out, "\n");
    }
}

static void dump_sectors(FILE* out, int brief) {
    for (int i = 0; i < numsectors; ++i) {
        const sector_t* s = &sectors[i];
        fprintf(out, "sector %d: %d heights %d %d flats %s %s light %d %d %d special %d tag %d\n",
                i, s->iSectorID, s->floorheight, s->ceilingheight, dump_flat(s->floorpic),
                dump_flat(s->ceilingpic), s->lightlevel, s->lightlevel_floor, s->lightlevel_ceiling,
                s->special, s->tag);
        fprintf(out, "  flags %#x gravity %d friction %d %d damage %d %d %d maps %d %d %d %d\n",
                s->flags, s->gravity, s->friction, s->movefactor, s->damage.amount,
                s->damage.leakrate, s->damage.interval, s->bottommap, s->midmap, s->topmap,
                s->colormap);
        fprintf(out, "  floor %d %d turn %u scale %d %d sky %s\n", s->floor_xoffs, s->floor_yoffs,
                s->floor_rotation, s->floor_xscale, s->floor_yscale, dump_sky(s->floorsky));
        fprintf(out, "  ceiling %d %d turn %u scale %d %d sky %s\n", s->ceiling_xoffs,
                s->ceiling_yoffs, s->ceiling_rotation, s->ceiling_xscale, s->ceiling_yscale,
                dump_sky(s->ceilingsky));
#ifndef DUMP_BRIEF_ONLY
        if (brief) continue;
        fprintf(out, "  box %d %d %d %d blocks %d %d %d %d sound %d %d lines", s->bbox[0],
                s->bbox[1], s->bbox[2], s->bbox[3], s->blockbox[0], s->blockbox[1], s->blockbox[2],
                s->blockbox[3], s->soundorg.x, s->soundorg.y);
        for (int k = 0; k < s->linecount; ++k) {
            fprintf(out, " %ld", DUMP_INDEX(s->lines[k], lines));
        }
        fprintf(out, " rest %d %d %d %d %d %d\n", s->prevsec, s->nextsec, s->heightsec,
                s->floorlightsec, s->ceilinglightsec, (int)s->seqType);
#endif
    }
    (void)brief;
}

static void dump_sides(FILE* out) {
    for (int i = 0; i < numsides; ++i) {
        const side_t* s = &sides[i];
        fprintf(out, "side %d: sector %ld offset %d %d textures %s %s %s special %d flags %#x\n", i,
                DUMP_INDEX(s->sector, sectors), s->textureoffset, s->rowoffset,
                dump_texture(s->toptexture), dump_texture(s->bottomtexture),
                dump_texture(s->midtexture), s->special, s->flags);
        fprintf(out, "  offsets %d %d %d %d %d %d scales %d %d %d %d %d %d lights %d %d %d %d\n",
                s->textureoffset_top, s->rowoffset_top, s->textureoffset_mid, s->rowoffset_mid,
                s->textureoffset_bottom, s->rowoffset_bottom, s->scalex_top, s->scaley_top,
                s->scalex_mid, s->scaley_mid, s->scalex_bottom, s->scaley_bottom, s->lightlevel,
                s->lightlevel_top, s->lightlevel_mid, s->lightlevel_bottom);
    }
}

static void dump_lines(FILE* out, int brief) {
    for (int i = 0; i < numlines; ++i) {
        const line_t* l = &lines[i];
        fprintf(out, "line %d: %d from %ld to %ld along %d %d sides %d %d flags %#x", i, l->iLineID,
                DUMP_INDEX(l->v1, vertexes), DUMP_INDEX(l->v2, vertexes), l->dx, l->dy,
                l->sidenum[0], l->sidenum[1], l->flags);
        fprintf(out, " special %d id %d args %d %d %d %d %d spac %#x\n", l->special, l->id,
                l->special_args[0], l->special_args[1], l->special_args[2], l->special_args[3],
                l->special_args[4], l->activation);
        fprintf(out, "  box %d %d %d %d lock %d automap %d health %d %d alpha %.9g%s\n", l->bbox[0],
                l->bbox[1], l->bbox[2], l->bbox[3], l->locknumber, (int)l->automap_style, l->health,
                l->healthgroup, (double)l->alpha, l->tranmap != NULL ? " blended" : "");
#ifndef DUMP_BRIEF_ONLY
        if (brief) continue;
        fprintf(out, "  length %.9g slope %d sectors %ld %ld sound %d %d\n",
                (double)l->texel_length, (int)l->slopetype, DUMP_INDEX(l->frontsector, sectors),
                DUMP_INDEX(l->backsector, sectors), l->soundorg.x, l->soundorg.y);
#endif
    }
    (void)brief;
}

/* The angles of segs are the lump's own in the classic forms; else the port computes them. */
static void dump_tree(FILE* out, int brief, int stored_angles) {
    for (int i = 0; i < numsegs; ++i) {
        const seg_t* s = &segs[i];
        fprintf(out, "seg %d: %ld %ld side %ld line %ld sectors %ld %ld offset %d", i,
                DUMP_INDEX(s->v1, vertexes), DUMP_INDEX(s->v2, vertexes),
                DUMP_INDEX(s->sidedef, sides), DUMP_INDEX(s->linedef, lines),
                DUMP_INDEX(s->frontsector, sectors), DUMP_INDEX(s->backsector, sectors), s->offset);
        if (!brief || stored_angles) fprintf(out, " angle %u", s->angle);
        if (!brief) fprintf(out, " drawn %u half %u", s->pangle, s->halflength);
        fprintf(out, "\n");
    }
    for (int i = 0; i < numsubsectors; ++i) {
        const subsector_t* s = &subsectors[i];
        fprintf(out, "subsector %d: %d from %d", i, s->numlines, s->firstline);
        if (!brief) fprintf(out, " sector %ld", DUMP_INDEX(s->sector, sectors));
        fprintf(out, "\n");
    }
    for (int i = 0; i < numnodes; ++i) {
        const node_t* n = &nodes[i];
        fprintf(out, "node %d: %d %d %d %d children %#x %#x boxes", i, n->x, n->y, n->dx, n->dy,
                (unsigned)n->children[0], (unsigned)n->children[1]);
        for (int k = 0; k < 8; ++k) fprintf(out, " %d", n->bbox[k / 4][k % 4]);
        fprintf(out, "\n");
    }
}

static void dump_blockmap(FILE* out) {
    fprintf(out, "blockmap: %d %d cells %d %d\n", bmaporgx, bmaporgy, bmapwidth, bmapheight);
    for (int i = 0; i < bmapwidth * bmapheight; ++i) {
        fprintf(out, "cell %d:", i);
        for (const int* at = blockmaplump + blockmaplump[4 + i]; *at != -1; ++at) {
            fprintf(out, " %d", *at);
        }
        fprintf(out, "\n");
    }
}

static void dump_level(FILE* out, int brief, int stored_angles) {
    dump_vertexes(out, brief);
    dump_sectors(out, brief);
    dump_sides(out);
    dump_lines(out, brief);
    dump_tree(out, brief, stored_angles);
    dump_blockmap(out);
}

static void dump_thing(FILE* out, int i, const mapthing_t* t) {
    fprintf(out, "thing %d: type %d at %d %d %d angle %d options %#x tid %d special %d", i, t->type,
            t->x, t->y, t->height, t->angle, (unsigned)t->options, t->tid, t->special);
    fprintf(out, " args %d %d %d %d %d gravity %d health %d alpha %.9g\n", t->special_args[0],
            t->special_args[1], t->special_args[2], t->special_args[3], t->special_args[4],
            t->gravity, t->health, (double)t->alpha);
}

#endif
