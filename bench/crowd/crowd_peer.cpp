// Moves the agents of DetourCrowd through the scenes of crowd_scene.h, and prints their figures
// under the names that crowd_units gives to its own:
//
//     crowd_peer SCENE...
//
// SCENE: doors, bodies, corner, settle or armies. A cell is a metre. An agent is a circle as wide
// as a body, with the settings of the library's own demo: 3.5 m/s, 8 m/s^2, avoidance of the best
// quality, all updates but separation, 30 times a second. A tick is the time that it takes for a
// cell at full speed. The mesh is that of Recast over the open cells, in voxels of 0.2 m, its
// border 0.8 times the radius from walls: with the whole radius a door as wide as an agent is
// closed. In brackets: the most pairs of agents at once that were nearer to each other than 0.8 of
// a body.
#include "bench/crowd/crowd_scene.h"

#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

const float voxel = 0.2f, speed = 3.5f, step = 1.0f / 30;
const int per_cell = 5, most_ticks = 2000;

crowd_scene scene;

void expect(bool holds, const char *what) {
  if (!holds) {
    std::fprintf(stderr, "crowd_peer: %s fails\n", what);
    std::exit(1);
  }
}

dtNavMesh *mesh_of(float radius) {
  rcContext context(false);
  const float low[3] = {0, 0, 0}, high[3] = {(float)scene.width, 4, (float)scene.height};
  const int width = scene.width * per_cell, height = scene.height * per_cell;
  rcHeightfield *field = rcAllocHeightfield();
  expect(rcCreateHeightfield(&context, *field, width, height, low, high, voxel, voxel), "field");
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      if (scene.open[y / per_cell * scene.width + x / per_cell]) {
        expect(rcAddSpan(&context, *field, x, y, 0, 1, RC_WALKABLE_AREA, 1), "span");
      }
    }
  }
  rcCompactHeightfield *compact = rcAllocCompactHeightfield();
  expect(rcBuildCompactHeightfield(&context, 10, 2, *field, *compact), "compact field");
  expect(rcErodeWalkableArea(&context, (int)(0.8f * radius / voxel + 0.01f), *compact), "border");
  expect(rcBuildDistanceField(&context, *compact), "distances");
  expect(rcBuildRegions(&context, *compact, 0, 0, 0), "regions");
  rcContourSet *contours = rcAllocContourSet();
  expect(rcBuildContours(&context, *compact, 0.5f, 60, *contours), "contours");
  rcPolyMesh *polys = rcAllocPolyMesh();
  expect(rcBuildPolyMesh(&context, *contours, 6, *polys), "polygons");
  for (int i = 0; i < polys->npolys; i++) {
    polys->flags[i] = 1;
  }
  dtNavMeshCreateParams params;
  std::memset(&params, 0, sizeof params);
  params.verts = polys->verts;
  params.vertCount = polys->nverts;
  params.polys = polys->polys;
  params.polyAreas = polys->areas;
  params.polyFlags = polys->flags;
  params.polyCount = polys->npolys;
  params.nvp = polys->nvp;
  params.walkableHeight = 2;
  params.walkableRadius = radius;
  params.walkableClimb = 0.4f;
  std::memcpy(params.bmin, polys->bmin, sizeof params.bmin);
  std::memcpy(params.bmax, polys->bmax, sizeof params.bmax);
  params.cs = voxel;
  params.ch = voxel;
  params.buildBvTree = true;
  unsigned char *data = nullptr;
  int bytes = 0;
  expect(dtCreateNavMeshData(&params, &data, &bytes), "mesh");
  dtNavMesh *mesh = dtAllocNavMesh();
  expect(dtStatusSucceed(mesh->init(data, bytes, DT_TILE_FREE_DATA)), "mesh");
  rcFreePolyMesh(polys);
  rcFreeContourSet(contours);
  rcFreeCompactHeightfield(compact);
  rcFreeHeightField(field);
  return mesh;
}

// What agents did in a scene.
struct walked {
  int passed, first, last; // how many are past the line, and the ticks of the first and the last
  int still;               // the tick from which on nobody moved; -1: some did to the end
  int overlaps;            // the most pairs at once that were nearer than 0.8 of a body
};

int count_overlaps(dtCrowd *crowd, float radius) {
  int pairs = 0;
  for (int i = 0; i < scene.count; i++) {
    for (int k = 0; k < i; k++) {
      const float *a = crowd->getAgent(i)->npos, *b = crowd->getAgent(k)->npos;
      pairs += std::hypot(a[0] - b[0], a[2] - b[2]) < 1.6f * radius;
    }
  }
  return pairs;
}

walked walk(int sides, bool until_passed) {
  const float radius = 0.5f * (float)scene.one[0].body;
  dtNavMesh *mesh = mesh_of(radius);
  dtCrowd *crowd = dtAllocCrowd();
  expect(crowd->init(scene.count, radius, mesh), "crowd");
  dtCrowdAgentParams params;
  std::memset(&params, 0, sizeof params);
  params.radius = radius;
  params.height = 2;
  params.maxAcceleration = 8;
  params.maxSpeed = speed;
  params.collisionQueryRange = radius * 12;
  params.pathOptimizationRange = radius * 30;
  params.obstacleAvoidanceType = 3;
  params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO |
                       DT_CROWD_OBSTACLE_AVOIDANCE;
  dtPolyRef goal[CROWD_SIDES] = {0, 0};
  float at[CROWD_SIDES][3];
  const float reach[3] = {4, 4, 4};
  for (int side = 0; side < sides; side++) {
    const float place[3] = {(float)scene.place[side][0] + radius, 0,
                            (float)scene.place[side][1] + radius};
    expect(dtStatusSucceed(crowd->getNavMeshQuery()->findNearestPoly(
               place, reach, crowd->getFilter(0), &goal[side], at[side])),
           "goal");
  }
  for (int i = 0; i < scene.count; i++) {
    const crowd_one &one = scene.one[i];
    const float begin[3] = {(float)one.x + radius, 0.2f, (float)one.y + radius};
    const int number = crowd->addAgent(begin, &params);
    expect(number == i && crowd->requestMoveTarget(number, goal[one.side], at[one.side]), "agent");
  }
  walked told = {0, 0, 0, -1, 0};
  std::vector<bool> is_past((size_t)scene.count, false);
  int still = 0;
  for (int frame = 1; frame <= (int)(most_ticks / (step * speed)); frame++) {
    const int tick = (int)std::ceil((float)frame * step * speed);
    crowd->update(step, nullptr);
    bool moves = false;
    for (int i = 0; i < scene.count; i++) {
      const dtCrowdAgent *agent = crowd->getAgent(i);
      moves = moves || std::hypot(agent->vel[0], agent->vel[2]) > 0.1f * speed;
      const int x = (int)std::floor(agent->npos[0] - radius + 0.5f);
      if (!is_past[(size_t)i] && crowd_scene_passed(&scene, i, x)) {
        is_past[(size_t)i] = true;
        told.first = told.passed++ == 0 ? tick : told.first;
        told.last = tick;
      }
    }
    if (frame % 30 == 0) {
      told.overlaps = std::max(told.overlaps, count_overlaps(crowd, radius));
    }
    still = moves ? 0 : still + 1;
    if ((until_passed && told.passed == scene.count) || still > 60) {
      told.still = tick - (int)(60 * step * speed);
      break;
    }
  }
  dtFreeCrowd(crowd);
  dtFreeNavMesh(mesh);
  return told;
}

void print_overlaps(const walked &told) {
  if (told.overlaps > 0) {
    std::printf(" (%d overlap)", told.overlaps);
  }
}

// Agents that pass in a tick, or how many of them ever do.
void print_rate(const walked &told, double per, bool first) {
  std::printf("%s", first ? "" : "; ");
  if (told.passed == scene.count) {
    std::printf("%.2f", per * told.passed / (told.last - told.first + 1));
  } else {
    std::printf("%d of %d pass", told.passed, (int)scene.count);
  }
  print_overlaps(told);
}

const int widths[4] = {1, 2, 4, 8};

void doors() {
  for (int both = 0; both < 2; both++) {
    std::printf("doors of 1, 2, 4, 8 cells, %s: units a tick\t", both ? "both ways" : "one way");
    for (int i = 0; i < 4; i++) {
      crowd_scene_doors(&scene, widths[i], both != 0, 1, 100);
      print_rate(walk(1 + both, true), 1, i == 0);
    }
    std::printf("\n");
  }
}

void bodies() {
  std::printf("bodies of 2, doors of 2, 4, 8 cells: units a tick over width / 4\t");
  for (int i = 1; i < 4; i++) {
    crowd_scene_doors(&scene, widths[i], false, 2, 60);
    print_rate(walk(1, true), 4.0 / widths[i], i == 1);
  }
  std::printf("\n");
}

void corner() {
  std::printf("200 units round a wall's end: units a tick\t");
  crowd_scene_corner(&scene, 200);
  print_rate(walk(1, true), 1, true);
  std::printf("\n");
}

void settle() {
  std::printf("45 bodies of 1, 2, 3, 4 cells on a field: ticks until all stand\t");
  for (int body = 1; body <= 4; body++) {
    crowd_scene_settle(&scene, 45, body, 0, CROWD_FIELD, 1);
    const walked told = walk(1, false);
    std::printf("%s", body > 1 ? "; " : "");
    if (told.still < 0) {
      std::printf("never");
    } else {
      std::printf("%d", told.still);
    }
    print_overlaps(told);
  }
  std::printf("\n");
}

void armies() {
  std::printf("armies of 300 that change places: ticks until all have passed\t");
  crowd_scene_armies(&scene, 300);
  const walked told = walk(2, true);
  if (told.passed == scene.count) {
    std::printf("%d", told.last);
  } else {
    std::printf("%d of %d pass", told.passed, (int)scene.count);
  }
  print_overlaps(told);
  std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*measure)();
  } scenes[] = {{"doors", doors},
                {"bodies", bodies},
                {"corner", corner},
                {"settle", settle},
                {"armies", armies}};
  for (int i = 1; i < argc; i++) {
    for (const auto &one : scenes) {
      if (std::strcmp(argv[i], one.name) == 0) {
        one.measure();
        std::fflush(stdout);
      }
    }
  }
  return 0;
}
