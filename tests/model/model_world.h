/* A model of a world with every feature: floors, places, terrain, heights, extra costs,
 * profiles, links and a step rule. It is what a bake is given, kept so that a judge can
 * read it, and is made at random from a seed with any choice of features. */
#ifndef OVERLAND_TESTS_MODEL_MODEL_WORLD_H
#define OVERLAND_TESTS_MODEL_MODEL_WORLD_H

#include "overland_bake.h"
#include "tests/support/test_random.h"

/* Features of a random model, one bit each. */
enum {
  MODEL_WEIGHTS = 1 << 0,    /* terrains that weigh differently */
  MODEL_EXTRA = 1 << 1,      /* extra cost of cells */
  MODEL_SIZE = 1 << 2,       /* bodies of several cells */
  MODEL_CORNERS = 1 << 3,    /* corner rules other than strict */
  MODEL_LIMITS = 1 << 4,     /* heights, and limits of climbing and dropping */
  MODEL_CLIMB_COST = 1 << 5, /* heights, and a cost of each unit up */
  MODEL_DROP_COST = 1 << 6,  /* heights, and a cost of each unit down */
  MODEL_RULE = 1 << 7,       /* a step rule */
  MODEL_ONE_WAY = 1 << 8,    /* links one way */
  MODEL_TWO_WAY = 1 << 9,    /* links both ways */
  MODEL_FLOORS = 1 << 10,    /* several floors */
  MODEL_PLACES = 1 << 11,    /* a graph floor, and links between them */
  MODEL_ALL = (1 << 12) - 1,
  MODEL_WALLS = 1 << 13,  /* costs beside walls; not of MODEL_ALL, for many tests have worlds of one
                             weight or count on those of terrain */
  MODEL_ORIGIN = 1 << 12, /* a world that begins anywhere; not of MODEL_ALL: many tests count cells
                             from 0 */
  MODEL_HEXAGONS = 1 << 14, /* hexagons, of which the library has not all features yet */
  MODEL_NOT_OF_HEXAGONS = MODEL_CORNERS,
  MODEL_FEATURES = 12,
  MODEL_MOST_FLOORS = 6,
  MODEL_MOST_PROFILES = 4,
  MODEL_MOST_LINKS = 160,
  MODEL_MOST_NAMED = 3 /* named places */
};

typedef struct model_floor {
  ovl_cell corner; /* its upper left cell: the origin; of places {0, 0} */
  int32_t width, height;
  bool places;
  uint8_t *terrain;                           /* width * height, row by row */
  uint16_t *heights;                          /* NULL: all are 0 */
  uint8_t *extra[MODEL_MOST_PROFILES];        /* NULL: none */
  const uint8_t *extras[MODEL_MOST_PROFILES]; /* the same, as a bake is given them */
  uint32_t first_node;                        /* cells of the floors before */
} model_floor;

/* A step rule: a number drawn from the step decides. */
typedef struct model_rule {
  uint64_t salt;
  int32_t blocked_percent, dearer_percent; /* of all steps */
  int32_t most;                            /* units that a step is dearer */
  uint32_t profiles;                       /* a bit for each that it is asked for */
  bool is_mutual;                          /* it answers for the one of a step and the step back
                                              that leads east or south, whatever they cost */
  bool is_hexagonal;                       /* directions are 0 to 5 */
} model_rule;

/* The settings of the bake. */
typedef struct model_tuning {
  int32_t region_cells, spacing_cells, label_bytes;
  ovl_overlays overlays; /* auto unless a test says otherwise */
} model_tuning;

/* As many named places as the size of the first floor says: 0 to MODEL_MOST_NAMED. */
typedef struct model_named {
  ovl_place list[MODEL_MOST_NAMED];
  int32_t count;
} model_named;

typedef struct model_world {
  uint32_t features;
  ovl_cell origin; /* set before floors are added */
  model_floor floors[MODEL_MOST_FLOORS];
  int32_t floor_count;
  ovl_profile_def profiles[MODEL_MOST_PROFILES];
  int32_t profile_count;
  ovl_link_def links[MODEL_MOST_LINKS];
  int32_t link_count;
  model_named named;
  bool has_rule;
  model_rule rule;
  const uint32_t (*asked)[8]; /* cost by tables of each step that the rule is asked for, for who
                                 judges one profile; 0: it is not. NULL: of all that are legal */
  uint32_t node_count;        /* cells of all floors */
  model_tuning tuning;
  ovl_floor_def floor_defs[MODEL_MOST_FLOORS];
} model_world;

/* Limits of a random model. */
typedef struct model_limits {
  int32_t max_side;   /* cells of a floor */
  int32_t max_region; /* cells */
  int32_t most_profiles;
  bool has_overlays_alone; /* overlays always, labels never */
  uint32_t also;           /* features that all have */
} model_limits;

/* Sides to 60, regions to 20, 3 profiles. */
model_limits model_usual_limits(void);

/* Sides to 330, regions to 8, so that there are two levels of overlays or three, and no labels. */
model_limits model_overlay_limits(void);

/* A model with features of a mask. */
model_world model_world_make(uint64_t seed, uint32_t features, model_limits limits);
void model_world_free(model_world *model);

/* An empty floor for models made by hand: all terrain 1, or so many places. */
model_floor *model_world_add_floor(model_world *model, int32_t width, int32_t height);
model_floor *model_world_add_places(model_world *model, int32_t count);

/* The definition that bakes it, with the default allocator. It points into the model. */
ovl_bake_def model_bake_def(model_world *model);

/* The answer of the model's step rule; `user` is the model's rule. */
uint32_t model_step_rule(void *user, const ovl_step *step);

bool model_has_cell(const model_world *model, ovl_cell cell);

/* Cells are numbered floor by floor, row by row. model_at: within its floor. */
uint32_t model_node(const model_world *model, ovl_cell cell);
ovl_cell model_cell(const model_world *model, uint32_t node);
size_t model_at(const model_world *model, ovl_cell cell);

/* The weight of a position for a profile, in eighths; 0 if its body can't stand there. */
uint32_t model_weight(const model_world *model, int32_t profile, ovl_cell cell);

int32_t model_height(const model_world *model, ovl_cell cell);

/* A cell on which a profile can stand if one is found in some tries, else any cell. */
ovl_cell model_open_cell(const model_world *model, int32_t profile, test_random *random);

/* The features of a mask as words, for who reads a failure. */
void model_feature_words(uint32_t features, char *out, size_t room);

#endif
