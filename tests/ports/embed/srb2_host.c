/* The adapter for SRB2 among the port's own headers: see `compile`. The functions below are static
 * in its p_setup.c. It defines `boolean` as a macro, so Flatline's headers come first. */
#include "flatline/flatline.h"

#include "doomdef.h"
#include "doomstat.h"
#include "p_local.h"
#include "p_setup.h"
#include "p_slopes.h"
#include "r_data.h"
#include "r_main.h"
#include "r_state.h"
#include "r_textures.h"
#include "taglist.h"
#include "z_zone.h"
static void P_InitializeSector(sector_t* ss) { (void)ss; }
static void P_InitializeLinedef(line_t* ld) { (void)ld; }
static void P_InitializeSidedef(side_t* sd) { (void)sd; }
static void P_InitializeSeg(seg_t* seg) { (void)seg; }
static void TextmapFixFlatOffsets(sector_t* ss) { (void)ss; }
static INT32 P_ColorToRGBA(INT32 color, UINT8 alpha) { return color + alpha; }
static levelflat_t* foundflats;

#include "srb2_inside.h"
