/* Example: a game loop with a window, by SDL2. Ticks have a fixed length, and frames are drawn as
 * often as the screen allows: units are drawn between the cells of two ticks. Planning has a budget
 * of microseconds a frame. Drag with the left button to select, click to give an order; the right
 * button drops a rock, or clears one.
 *
 *     example_window [FRAMES SCREENSHOT.bmp]
 *
 * With FRAMES a scene of so many frames of 1/60 s is played, and its last one is saved. */
#define SDL_MAIN_HANDLED
#include "tests/examples/example.h"
#include "tests/examples/example_scene.h"
#include <overland_edit.h>
#include <overland_inspect.h>
#include <overland_schedule.h>
#include <overland_units.h>

enum {
  WIDTH = 120, /* cells */
  HEIGHT = 80,
  CELL = 8, /* pixels */
  UNITS = 96,
  TICK_MS = 100,
  MOST_TICKS_A_FRAME = 4, /* after a longer pause the game goes on slower than the clock */
  PLANNING_US = 2000,     /* planning in a frame */
  CLICK_PIXELS = 4        /* a shorter drag is a click */
};

typedef struct game {
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_Texture *land; /* a pixel per cell */
  ovl_world *world;
  ovl_units *units;
  ovl_unit unit[UNITS];
  bool selected[UNITS];
  SDL_Point from, to; /* the corners of the box, pixels */
  bool boxing;
  ovl_governor governor; /* how many expansions fit into PLANNING_US, on this machine */
} game;

static void sdl(bool good) { needs(good, SDL_GetError()); }

/* The clock of the governor, in nanoseconds. Since it decides how much is planned in a tick, two
 * machines would play two games: in lockstep use a fixed number of expansions instead. */
static uint64_t nanoseconds(void *user) {
  (void)user;
  return (uint64_t)((double)SDL_GetPerformanceCounter() * 1e9 /
                    (double)SDL_GetPerformanceFrequency());
}

/* ---- The map and the units */

/* Draws the cells, after the bake and after each edit. */
static void draw_land(game *g) {
  static uint8_t terrain[WIDTH * HEIGHT];
  static uint32_t pixels[WIDTH * HEIGHT];
  works(ovl_world_read_terrain(g->world, (ovl_cell){0, 0, 0}, WIDTH, HEIGHT, terrain, WIDTH, NULL),
        "the terrain");
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    pixels[i] = terrain[i] == 0 ? 0xff4a453f : (i / WIDTH + i) % 2 ? 0xff9db27c : 0xff98ad77;
  }
  sdl(SDL_UpdateTexture(g->land, NULL, pixels, WIDTH * sizeof *pixels) == 0);
}

static void begin_world(game *g) {
  static uint8_t cells[WIDTH * HEIGHT];
  for (int i = 0; i < WIDTH * HEIGHT; i++) { /* streets between blocks; units begin at the left */
    const int x = i % WIDTH, y = i / WIDTH;
    cells[i] = x < 24 || (x + y / 20 * 7) % 16 > 6 || y % 20 < 6;
  }
  ovl_bake_def def = {0};
  def.width = WIDTH, def.height = HEIGHT, def.terrain = cells;
  def.tuning.region_cells = 16; /* so that tiles of flows fit into a small budget */
  works(ovl_world_bake(&def, &g->world, NULL), "the bake");
  ovl_units_def units_def = {.world = g->world};
  units_def.capacity = UNITS;
  units_def.flows = 4; /* groups under way to different places */
  works(ovl_units_create(&units_def, &g->units, NULL), "the units");
  for (int i = 0; i < UNITS; i++) {
    const ovl_unit_def unit = {.cell = {4 + i % 8 * 2, 28 + i / 8 * 2, 0}};
    works(ovl_unit_add(g->units, g->world, &unit, &g->unit[i]), "a unit");
  }
  g->governor = (ovl_governor){.clock = nanoseconds};
}

/* Drops a rock, or clears ground where there is one. The edit gives the next version of the world,
 * of which the units learn in the next tick. No rock falls on a unit: it could never leave. */
static void set_rock(game *g, ovl_cell middle) {
  const uint8_t terrain = ovl_world_terrain(g->world, middle) == 0;
  const ovl_cell corner = {middle.x - 1, middle.y - 1, 0};
  for (int i = 0; i < 3 * 3; i++) {
    if (ovl_units_at(g->units, (ovl_cell){corner.x + i % 3, corner.y + i / 3, 0}) != OVL_NO_UNIT) {
      return;
    }
  }
  const ovl_edit edit = ovl_edit_rect(corner, 3, 3, terrain);
  ovl_world *next = NULL;
  if (ovl_world_apply(g->world, &edit, 1, &next, NULL) != OVL_OK) {
    return; /* a part of it would be outside */
  }
  ovl_world_close(g->world);
  g->world = next;
  draw_land(g);
}

/* ---- The mouse */

static ovl_cell cell_at(int x, int y) { return (ovl_cell){x / CELL, y / CELL, 0}; }

static SDL_Rect box_of(const game *g) {
  const int x = SDL_min(g->from.x, g->to.x), y = SDL_min(g->from.y, g->to.y);
  return (SDL_Rect){x, y, abs(g->to.x - g->from.x), abs(g->to.y - g->from.y)};
}

/* A box selects the units in it, a click sends them. */
static void end_box(game *g) {
  const SDL_Rect box = box_of(g);
  const bool is_click = box.w < CLICK_PIXELS && box.h < CLICK_PIXELS;
  ovl_unit sent[UNITS];
  size_t count = 0;
  g->boxing = false;
  for (int i = 0; i < UNITS; i++) {
    ovl_unit_info info;
    needs(ovl_unit_describe(g->units, g->unit[i], &info), "a unit");
    const SDL_Point middle = {info.cell.x * CELL + CELL / 2, info.cell.y * CELL + CELL / 2};
    if (!is_click) {
      g->selected[i] = SDL_PointInRect(&middle, &box);
    } else if (g->selected[i]) {
      sent[count++] = g->unit[i];
    }
  }
  const ovl_cell place = cell_at(g->to.x, g->to.y);
  if (count > 0 && ovl_world_terrain(g->world, place) != 0) {
    works(ovl_units_send(g->units, g->world, sent, count, place), "the order");
  }
}

static bool handle(game *g, const SDL_Event *e) {
  const bool is_button = e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP;
  const bool is_left = is_button && e->button.button == SDL_BUTTON_LEFT;
  if (is_button || e->type == SDL_MOUSEMOTION) {
    g->to.x = is_button ? e->button.x : e->motion.x;
    g->to.y = is_button ? e->button.y : e->motion.y;
  }
  if (is_left && e->type == SDL_MOUSEBUTTONDOWN) {
    g->from = g->to;
    g->boxing = true;
  } else if (is_left && g->boxing) {
    end_box(g);
  } else if (e->type == SDL_MOUSEBUTTONDOWN && e->button.button == SDL_BUTTON_RIGHT) {
    set_rock(g, cell_at(g->to.x, g->to.y));
  }
  return e->type != SDL_QUIT;
}

/* ---- Ticks and frames */

/* The ticks that are due share the planning of one frame. What does not fit into it is planned in
 * the next one, in the order of requests; a unit whose plan is late stands or walks on as planned.
 */
static void run_ticks(game *g, int due) {
  for (int i = 0; i < due; i++) {
    const uint64_t budget = ovl_governor_budget(&g->governor, (uint64_t)(PLANNING_US / due));
    works(ovl_units_tick(g->units, g->world, budget, NULL), "a tick");
    ovl_governor_learn(&g->governor, ovl_units_count(g->units).tick_expansions);
  }
}

/* Between the last tick and the next: `part` is how much of that time has passed. */
static void draw_frame(game *g, float part) {
  const SDL_Color yellow = {255, 220, 60, 255}, blue = {40, 70, 140, 255};
  SDL_RenderCopy(g->renderer, g->land, NULL, NULL);
  for (int i = 0; i < UNITS; i++) {
    ovl_unit_info info;
    needs(ovl_unit_describe(g->units, g->unit[i], &info), "a unit");
    const float x = (float)info.from.x + part * (float)(info.cell.x - info.from.x);
    const float y = (float)info.from.y + part * (float)(info.cell.y - info.from.y);
    const SDL_FRect body = {x * CELL + 1, y * CELL + 1, CELL - 2, CELL - 2};
    const SDL_Color color = g->selected[i] ? yellow : blue;
    SDL_SetRenderDrawColor(g->renderer, color.r, color.g, color.b, 255);
    SDL_RenderFillRectF(g->renderer, &body);
  }
  if (g->boxing) {
    const SDL_Rect box = box_of(g);
    SDL_SetRenderDrawColor(g->renderer, 255, 255, 255, 255);
    SDL_RenderDrawRect(g->renderer, &box);
  }
}

static void open_window(game *g, bool is_scene) {
  sdl(SDL_Init(SDL_INIT_VIDEO) == 0);
  sdl(SDL_CreateWindowAndRenderer(WIDTH * CELL, HEIGHT * CELL, 0, &g->window, &g->renderer) == 0);
  SDL_RenderSetVSync(g->renderer, !is_scene);
  g->land = SDL_CreateTexture(g->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                              WIDTH, HEIGHT);
  sdl(g->land != NULL);
}

/* A frame: what the player did, the ticks that are due, a picture. */
static void run(game *g, int frames, const char *screenshot) {
  uint32_t last = SDL_GetTicks();
  int lag = 0; /* ms that the ticks are behind the clock */
  bool goes_on = true;
  for (int frame = 0; goes_on && (frames == 0 || frame < frames); frame++) {
    if (frames > 0) {
      play_scene(frame);
    }
    for (SDL_Event e; SDL_PollEvent(&e);) {
      goes_on = handle(g, &e) && goes_on;
    }
    const uint32_t now = SDL_GetTicks();
    lag = SDL_min(lag + (frames > 0 ? 1000 / 60 : (int)(now - last)), MOST_TICKS_A_FRAME * TICK_MS);
    last = now;
    run_ticks(g, lag / TICK_MS);
    lag %= TICK_MS;
    draw_frame(g, (float)lag / TICK_MS);
    if (frame + 1 == frames) {
      save_screenshot(g->renderer, WIDTH * CELL, HEIGHT * CELL, screenshot);
    }
    SDL_RenderPresent(g->renderer);
  }
}

int main(int argc, char **argv) {
  static game g;
  const int frames = argc == 3 ? atoi(argv[1]) : 0;
  needs(argc == 1 || frames > 0, "usage: example_window [FRAMES SCREENSHOT.bmp]");
  open_window(&g, frames > 0);
  begin_world(&g);
  draw_land(&g);
  run(&g, frames, argc == 3 ? argv[2] : NULL);
  const ovl_units_stats stats = ovl_units_count(g.units);
  printf("%d ticks, %d steps, %d flows, %d routes\n", (int)stats.ticks, (int)stats.moves,
         (int)stats.flows, (int)stats.routes);
  ovl_units_destroy(g.units);
  ovl_world_close(g.world);
  SDL_DestroyRenderer(g.renderer);
  SDL_DestroyWindow(g.window);
  SDL_Quit();
  return 0;
}
