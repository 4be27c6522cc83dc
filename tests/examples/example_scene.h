/* A scene that example_window plays when nobody sits before it, and a picture of its end. */
#ifndef OVERLAND_TESTS_EXAMPLES_EXAMPLE_SCENE_H
#define OVERLAND_TESTS_EXAMPLES_EXAMPLE_SCENE_H

#include "tests/examples/example.h"

#include <SDL.h>

/* An event as a hand would make it. */
static inline void push(uint32_t type, uint8_t button, int x, int y) {
  SDL_Event e = {.type = type};
  e.button.button = button;
  e.button.x = x;
  e.button.y = y;
  SDL_PushEvent(&e);
}

/* What happens in a frame, for the window of example_window.c. */
static inline void play_scene(int frame) {
  if (frame == 2) { /* a box around the upper units */
    push(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 16, 200);
    push(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 180, 330);
  } else if (frame == 10) { /* a click far away */
    push(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 880, 400);
    push(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 880, 400);
  } else if (frame >= 40 && frame < 52) { /* rocks in the way */
    push(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 380, 140 + 24 * (frame - 40));
  } else if (frame == 150) { /* a box that stays open */
    push(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 16, 330);
    push(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 190, 420);
  }
}

/* Saves what is drawn as a picture of w x h pixels. */
static inline void save_screenshot(SDL_Renderer *renderer, int w, int h, const char *path) {
  SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, w, h, 32, SDL_PIXELFORMAT_ARGB8888);
  needs(picture != NULL, SDL_GetError());
  needs(SDL_RenderReadPixels(renderer, NULL, picture->format->format, picture->pixels,
                             picture->pitch) == 0,
        SDL_GetError());
  needs(SDL_SaveBMP(picture, path) == 0, SDL_GetError());
  SDL_FreeSurface(picture);
}

#endif
