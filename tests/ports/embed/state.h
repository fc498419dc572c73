/* The state of a game of dsda-doom as text, at tic 300. Until then the player runs, turns, shoots
 * and uses what is in front. */
#include "m_random.h"
#include "p_mobj.h"
#include "p_tick.h"

enum { EMBED_LAST_TIC = 300 };

static FILE* embed_open(const char* suffix) {
    char path[1024];
    const char* prefix = getenv("EMBED_OUT");
    snprintf(path, sizeof path, "%s.%s", prefix != NULL ? prefix : "embed", suffix);
    FILE* out = fopen(path, "w");
    if (out == NULL) I_Error("Cannot write %s", path);
    return out;
}

static void state_mobj(FILE* out, const mobj_t* m) {
    fprintf(out, "mobj %d: at %d %d %d angle %u moves %d %d %d floor %d %d radius %d %d", m->index,
            m->x, m->y, m->z, m->angle, m->momx, m->momy, m->momz, m->floorz, m->ceilingz,
            m->radius, m->height);
    fprintf(out, " type %d state %ld tics %d flags %llx %llx health %d", m->type,
            (long)(m->state - states), m->tics, (unsigned long long)m->flags,
            (unsigned long long)m->flags2, m->health);
    fprintf(out, " dir %d %d target %d reaction %d threshold %d subsector %ld special %d tid %d\n",
            m->movedir, m->movecount, m->target != NULL ? m->target->index : -1, m->reactiontime,
            m->threshold, (long)(m->subsector - subsectors), m->special, m->tid);
}

static void state_level(FILE* out) {
    for (int i = 0; i < numsectors; ++i) {
        const sector_t* s = &sectors[i];
        fprintf(out, "sector %d: %d %d light %d special %d tag %d flags %#x pics %d %d\n", i,
                s->floorheight, s->ceilingheight, s->lightlevel, s->special, s->tag, s->flags,
                s->floorpic, s->ceilingpic);
        fprintf(out, "  friction %d %d offsets %d %d %d %d\n", s->friction, s->movefactor,
                s->floor_xoffs, s->floor_yoffs, s->ceiling_xoffs, s->ceiling_yoffs);
    }
    for (int i = 0; i < numlines; ++i) {
        fprintf(out, "line %d: special %d flags %#x\n", i, lines[i].special, lines[i].flags);
    }
    for (int i = 0; i < numsides; ++i) {
        fprintf(out, "side %d: %d %d textures %d %d %d\n", i, sides[i].textureoffset,
                sides[i].rowoffset, sides[i].toptexture, sides[i].midtexture,
                sides[i].bottomtexture);
    }
}

static void state_write(void) {
    FILE* out = embed_open("state");
    fprintf(out, "tic %d random %d %d kills %d items %d secrets %d\n", leveltime, rng.rndindex,
            rng.prndindex, totalkills, totalitems, totalsecret);
    for (int i = 0; i < NUMPRCLASS; ++i) fprintf(out, "seed %d: %u\n", i, rng.seed[i]);
    for (thinker_t* t = thinkercap.next; t != &thinkercap; t = t->next) {
        if (t->function == P_MobjThinker) {
            state_mobj(out, (const mobj_t*)t);
        } else {
            fprintf(out, "thinker\n");
        }
    }
    state_level(out);
    fclose(out);
}

/* The port seeds its random numbers by the clock; both loaders begin with the same. */
static void state_seed(void) {
    for (int i = 0; i < NUMPRCLASS; ++i) rng.seed[i] = 1993u + 2u * (unsigned)i;
    rng.rndindex = rng.prndindex = 0;
}

/* Called at the begin of each tic. A player who dies begins again, one who reaches an exit leaves
 * the level: tics count from the first of the level on. */
void embed_tic(void) {
    static int tics;
    ticcmd_t* cmd = &local_cmds[consoleplayer][gametic % BACKUPTICS];
    const int phase = tics / 35 % 4;
    if (gamestate != GS_LEVEL && tics == 0) return;
    if (tics++ >= EMBED_LAST_TIC) {
        state_write();
        _exit(0);
    }
    cmd->forwardmove = phase != 3 ? 25 : 0;
    cmd->sidemove = 0;
    cmd->angleturn = phase == 1 ? 2 << 8 : phase == 2 ? -(3 << 8) : 0;
    cmd->buttons = (byte)((tics % 40 < 3 ? BT_ATTACK : 0) | (tics % 20 == 0 ? BT_USE : 0));
}
