/* The adapter for Woof among the port's own headers: see `compile`. */
#include "flatline/flatline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "doomdata.h"
#include "doomdef.h"
#include "doomstat.h"
#include "m_arena.h"
#include "m_fixed.h"
#include "p_mobj.h"
#include "p_setup.h"
#include "p_spec.h"
#include "r_data.h"
#include "r_defs.h"
#include "r_main.h"
#include "r_state.h"
#include "r_tranmap.h"
#include "tables.h"
#include "w_wad.h"

#include "woof_inside.h"
