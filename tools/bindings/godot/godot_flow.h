/* The flows of a world, which end with it and go on in its versions. */
#ifndef OVERLAND_GODOT_FLOW_H
#define OVERLAND_GODOT_FLOW_H

#include "tools/bindings/godot/godot_objects.h"

/* Ends all flows of a world. */
void object_end_flows(world_state *world);

/* Moves them to another version, while both are open; ends those of which no goal is open there. */
void object_renew_flows(world_state *world, const ovl_world *version);

#endif
