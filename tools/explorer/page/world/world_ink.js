// What is drawn over the tiles: regions, clusters, entrances, waypoints, cliques, links, edits, the route
// and what is chosen.

import { drawWindows } from '../ink.js';
import { addDiamond, fillWith, strokeWith } from '../pens.js';

const LEAST_REGION_PIXELS = 10;
const LEAST_GRAPH_PIXELS = 44;
const LEAST_CLUSTER_PIXELS = 26;
const MOST_GRAPHS = 400;
const MOST_ASKED_GRAPHS = 2;
const REBUILT_MS = 1500;
const GRAPH_AGAIN_MS = 3000; // after one that could not be read

export class WorldInk {
  constructor(mode) {
    this.mode = mode;
    this.clear();
  }

  clear() {
    this.graphs = new Map(); // of regions, the one that was used longest ago first
    this.asked = new Set();
    this.graphFailedAt = -GRAPH_AGAIN_MS;
    this.flashes = [];
    this.edited = new Set();
    this.way = null;
  }

  /** Regions that were rebuilt: their graphs are asked for anew. */
  rebuilt(regions) {
    for (const region of regions) {
      this.graphs.delete(region);
      this.edited.add(region);
    }
    this.flashes.push({ regions: [...regions], until: performance.now() + REBUILT_MS });
  }

  draw(context, camera, theme, seen) {
    const { shown, world } = this.mode;
    this.context = context;
    this.camera = camera;
    this.theme = theme;
    this.drawFloors(world);
    const side = world.regionCells * camera.scale;
    if (shown.has('regions') && side >= LEAST_REGION_PIXELS)
      this.grid(seen, world.regionCells, theme.region, 1);
    if (shown.has('overlays')) this.drawClusters(world, seen);
    if (shown.has('edits')) this.drawEdits(this.edited, theme.goal);
    this.drawFlashes();
    if (side >= LEAST_GRAPH_PIXELS) this.drawGraphs(world, seen);
    this.drawEdges(this.mode.chosen?.graph?.edges ?? []);
    if (world.links.length > 0) this.drawLinks(world);
    this.drawWay();
    this.drawRoute();
    this.drawChosen();
  }

  /** Where a corner of a cell is, and its middle half a cell farther. */
  at(x, y) {
    return this.camera.corner(x, y);
  }

  line(x0, y0, x1, y1) {
    this.context.moveTo(...this.at(x0, y0));
    this.context.lineTo(...this.at(x1, y1));
  }

  grid({ x0, y0, x1, y1 }, step, colour, width) {
    const { context } = this;
    context.beginPath();
    for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) this.line(x, y0, x, y1);
    for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) this.line(x0, y, x1, y);
    strokeWith(context, colour, width);
  }

  drawClusters(world, seen) {
    for (let level = 1; level <= world.overlayLevels; level++) {
      const cells = world.regionCells * (4 << (level - 1));
      if (cells * this.camera.scale < LEAST_CLUSTER_PIXELS) continue;
      this.grid(seen, cells, this.theme.waypoint, 1 + level / 2);
    }
  }

  drawFloors({ floors, width }) {
    const { context } = this;
    if (floors.length < 2) return;
    context.fillStyle = this.theme.start;
    context.font = '600 13px system-ui, sans-serif';
    floors.forEach(({ y, width: floorWidth, height, isGraph }, number) => {
      context.strokeStyle = this.theme.region;
      context.lineWidth = 2;
      const w = isGraph ? width : floorWidth;
      context.beginPath();
      this.camera.addArea(context, 0, y, w, height);
      context.stroke();
      const [left, top] = this.at(0, y);
      context.fillText(`Floor ${number}`, left + 6, top + 16);
    });
  }

  /** Makes a region the path. */
  outline(region) {
    const { world } = this.mode;
    const cells = world.regionCells;
    const [x, y] = [region % world.regionsX, Math.floor(region / world.regionsX)];
    this.context.beginPath();
    this.camera.addArea(this.context, x * cells, y * cells, cells);
  }

  drawEdits(regions, colour) {
    this.context.strokeStyle = colour;
    this.context.lineWidth = 2;
    for (const region of regions) {
      this.outline(region);
      this.context.stroke();
    }
  }

  drawFlashes() {
    const now = performance.now();
    this.flashes = this.flashes.filter(({ until }) => until > now);
    for (const { regions, until } of this.flashes) {
      this.context.fillStyle = `rgba(${this.theme.flash}, ${(0.5 * (until - now)) / REBUILT_MS})`;
      for (const region of regions) {
        this.outline(region);
        this.context.fill();
      }
    }
    if (this.flashes.length > 0) this.mode.view.redraw();
  }

  // ---- The graph of regions in view ----

  drawGraphs({ regionCells, regionsX }, { x0, y0, x1, y1 }) {
    const { shown } = this.mode;
    if (!['entrances', 'waypoints', 'cliques'].some((layer) => shown.has(layer))) return;
    const missing = [];
    for (let ry = Math.floor(y0 / regionCells); ry * regionCells < y1; ry++) {
      for (let rx = Math.floor(x0 / regionCells); rx * regionCells < x1; rx++) {
        const region = ry * regionsX + rx;
        const graph = this.graphs.get(region);
        if (graph) this.drawGraph(graph);
        else if (!this.asked.has(region)) missing.push(region);
      }
    }
    missing.forEach((region) => this.askGraph(region));
  }

  async askGraph(region) {
    const isTooSoon = performance.now() - this.graphFailedAt < GRAPH_AGAIN_MS;
    if (this.asked.size >= MOST_ASKED_GRAPHS || isTooSoon) return;
    this.asked.add(region);
    const { graphs } = this;
    try {
      graphs.set(region, await this.mode.ask('', 'graph', region));
      if (graphs.size > MOST_GRAPHS) graphs.delete(graphs.keys().next().value);
    } catch (error) {
      this.graphFailedAt = performance.now();
      this.mode.fault(error);
    }
    this.asked.delete(region);
    this.mode.view.redraw();
  }

  drawGraph({ waypoints, edges, entrances }) {
    const { context, theme } = this;
    const { shown } = this.mode;
    context.lineWidth = 1;
    if (shown.has('cliques')) this.drawEdges(edges);
    if (shown.has('entrances')) {
      context.strokeStyle = theme.start;
      context.lineWidth = 3;
      context.beginPath();
      for (let i = 0; i < entrances.length; i += 5) {
        const [ax, ay, bx, by, isRight] = entrances.subarray(i, i + 5);
        if (isRight) this.line(ax + 1, ay, bx + 1, by + 1);
        else this.line(ax, ay + 1, bx + 1, by + 1);
      }
      context.stroke();
    }
    if (!shown.has('waypoints')) return;
    context.fillStyle = theme.waypoint;
    for (let i = 0; i < waypoints.length; i += 5) {
      const [ax, ay, bx, by] = waypoints.subarray(i, i + 4);
      this.diamond(...this.at((ax + bx + 1) / 2, (ay + by + 1) / 2), 4);
    }
  }

  drawEdges(edges) {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i < edges.length; i += 5)
      this.line(edges[i] + 0.5, edges[i + 1] + 0.5, edges[i + 2] + 0.5, edges[i + 3] + 0.5);
    strokeWith(context, this.theme.edge, 1);
  }

  diamond(x, y, size) {
    this.context.beginPath();
    addDiamond(this.context, x, y, size);
    this.context.fill();
  }

  drawLinks({ links }) {
    const { context, theme } = this;
    context.lineWidth = 2;
    for (const { from, to, isClosed } of links) {
      context.strokeStyle = context.fillStyle = isClosed ? theme.ghost : theme.open;
      context.setLineDash(isClosed ? [4, 4] : []);
      context.beginPath();
      this.line(from.place[0] + 0.5, from.place[1] + 0.5, to.place[0] + 0.5, to.place[1] + 0.5);
      context.stroke();
      for (const { place } of [from, to])
        this.diamond(...this.at(place[0] + 0.5, place[1] + 0.5), 5);
    }
    context.setLineDash([]);
  }

  // ---- Route, way, what is chosen ----

  drawWay() {
    if (!this.way) return;
    const { context, camera, theme } = this;
    const grow = Math.max(0, 3 - camera.scale) / 2;
    context.beginPath();
    for (let i = 0; i < this.way.length; i += 2)
      camera.addCell(context, this.way[i], this.way[i + 1], grow);
    fillWith(context, theme.open);
  }

  polyline(numbers, step, colour, width, dash = []) {
    const { context } = this;
    context.lineJoin = 'round';
    context.beginPath();
    for (let i = 0; i < numbers.length; i += step)
      context.lineTo(...this.at(numbers[i] + 0.5, numbers[i + 1] + 0.5));
    strokeWith(context, colour, width, dash);
  }

  drawRoute() {
    const { route } = this.mode;
    const { theme, context } = this;
    if (route.windows.length > 0) drawWindows(context, this.camera, route.windows);
    this.polyline(route.behind, 5, theme.ghost, 2, [2, 5]);
    context.fillStyle = theme.ghost;
    for (let i = 0; i < route.dropped.length; i += 5)
      this.diamond(...this.at(route.dropped[i] + 0.5, route.dropped[i + 1] + 0.5), 3);
    if (route.planned.length > 0) {
      const passed = route.passed * 5;
      this.polyline(route.planned.subarray(0, passed + 5), 5, theme.ghost, 2, [2, 5]);
      const rest = route.planned.subarray(passed);
      this.polyline(rest, 5, theme.route, 2.5, [7, 4]);
      context.fillStyle = theme.route;
      for (let i = 0; i < rest.length; i += 5)
        this.diamond(...this.at(rest[i] + 0.5, rest[i + 1] + 0.5), 3);
    }
    if (route.line.length > 0) this.polyline(route.line, 2, theme.route, 2.5, [7, 4]);
    if (route.walked.length > 0) this.polyline(route.walked, 2, theme.path, 3);
    if (route.segment.length > 0) this.polyline(route.segment, 2, theme.goal, 4);
    if (route.start) this.mark(route.start, theme.start, 'S');
    if (route.goal) this.mark(route.goal, theme.goal, 'G');
    if (route.position) this.mark(route.position, theme.path, '');
  }

  mark([x, y], colour, letter) {
    const { context, theme } = this;
    const [px, py] = this.at(x + 0.5, y + 0.5);
    context.beginPath();
    context.arc(px, py, letter ? 10 : 6, 0, 2 * Math.PI);
    fillWith(context, colour);
    strokeWith(context, theme.halo, 2);
    context.fillStyle = theme.mark;
    context.font = '700 12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(letter, px, py + 4);
    context.textAlign = 'start';
  }

  drawChosen() {
    const { chosen } = this.mode;
    const { context, theme, camera } = this;
    if (!chosen) return;
    context.strokeStyle = theme.halo;
    for (const [colour, width] of [[theme.halo, 5], [theme.path, 2.5]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      if (chosen.region !== undefined) {
        this.outline(chosen.region);
        context.stroke();
      }
      if (!chosen.place) continue;
      context.beginPath();
      camera.addCell(context, ...chosen.place, Math.max(0, 4 - camera.scale) / 2);
      context.stroke();
    }
    if (chosen.island) this.mark(chosen.island, theme.open, '!');
    context.lineWidth = 1;
  }
}
