// What was clicked in the mode World, in the panel: a cell, its region and what the bytes of that are
// spent on, clusters, the nearest waypoint, links.

import { terrainName } from '../../engine/terrain.js';
import { make } from '../elements.js';
import { byteBars, figureTable, numberText, sizeText } from './world_figures.js';

const HEXAGON_DIRECTIONS = {
  r: ['E', 'SE', 'SW', 'W', 'NW', 'NE'],
  q: ['SE', 'S', 'SW', 'NW', 'N', 'NE'],
};
const DIRECTIONS = ['E', 'SE', 'S', 'SW', 'W', 'NW', 'N', 'NE'];
const MOST_COSTS = 12;

export class WorldChosen {
  constructor(panel) {
    this.panel = panel;
    this.mode = panel.mode;
    this.element = make('div', { class: 'chosen' });
  }

  sync() {
    const { chosen, world } = this.mode;
    if (!world) return;
    if (!chosen?.cell) {
      this.element.replaceChildren(make('p', { class: 'note' }, 'Click a place of the map.'));
      return;
    }
    const { cell, of, graph, clusters } = chosen;
    const [x, y, floor] = cell.cell;
    const where = world.floors.length > 1 ? `${floor}:${x},${y}` : `${x},${y}`;
    const directions = HEXAGON_DIRECTIONS[world.hexagons] ?? DIRECTIONS;
    const steps = cell.steps
      .map((cost, i) => (cost > 0 ? `${directions[i]} ${cost.toFixed(2)}` : null))
      .filter((text) => text !== null);
    const parts = [
      figureTable(`Cell ${where}`, {
        Terrain: this.terrainText(cell.terrain),
        Weight: cell.weight === 0 ? 'blocked' : `× ${cell.weight}`,
        'Extra cost': cell.extra > 0 ? cell.extra : null,
        Height: world.hasHeights ? cell.height : null,
        Island:
          cell.island === 0 ? 'none' : `${cell.island}${cell.isLargest ? ', the largest' : ''}`,
        Steps: steps.join(', ') || 'none',
      }),
      figureTable(`Region ${of.number}`, {
        Cells: `${of.w} × ${of.h}, ${numberText(of.openCells)} open`,
        Components: of.components,
        Waypoints: of.waypoints,
        'Stored costs': numberText(of.costs),
        Entrances: graph ? graph.entrances.length / 5 : '…',
      }),
      byteBars(
        of.bytes.all,
        {
          'Terrain of the cells': of.bytes.cells,
          'Costs between waypoints': of.bytes.costs,
          Waypoints: of.bytes.waypoints,
          'Local components': of.bytes.components,
          'Headers and padding': of.bytes.other,
        },
        'in this region',
      ),
    ];
    (clusters ?? []).forEach((cluster, i) => {
      if (!cluster) return;
      parts.push(
        figureTable(`Cluster of overlay level ${i + 1}`, {
          Regions: `${cluster.side} × ${cluster.side}`,
          Ports: cluster.ports,
          Components: cluster.components,
          Bytes: sizeText(cluster.bytes),
        }),
      );
    });
    const near = this.nearWaypoint(chosen);
    if (near) parts.push(near);
    for (const link of this.linksAt(chosen)) parts.push(link);
    this.element.replaceChildren(...parts);
    this.panel.reveal('chosen');
  }

  terrainText(terrain) {
    if (this.mode.isOurs) return terrainName(terrain);
    const isLetter = terrain > 32 && terrain < 127;
    return isLetter ? `${String.fromCharCode(terrain)} (${terrain})` : String(terrain);
  }

  /** The cell of the world at a place. */
  cellText(x, y) {
    const { y: top, corner } = this.mode.world.floors[this.mode.floorAt(y)];
    return `${corner[0] + x},${corner[1] + y - top}`;
  }

  nearWaypoint({ place, graph }) {
    if (!graph || graph.waypoints.length === 0) return null;
    const { waypoints, edges } = graph;
    let best = 0;
    const far = (i) => Math.hypot(waypoints[i] - place[0], waypoints[i + 1] - place[1]);
    for (let i = 5; i < waypoints.length; i += 5) if (far(i) < far(best)) best = i;
    const [ax, ay, bx, by, number] = waypoints.slice(best, best + 5);
    const costs = [];
    for (let i = 0; i < edges.length; i += 5)
      if (edges[i] === ax && edges[i + 1] === ay) costs.push((edges[i + 4] / 1120).toFixed(1));
    return figureTable(`Waypoint ${number} of the region, the nearest`, {
      Step: `${this.cellText(ax, ay)} to ${this.cellText(bx, by)}`,
      'Costs to others':
        costs.length > 0 ? costs.slice(0, MOST_COSTS).join(', ') : 'none through this region',
    });
  }

  linksAt({ place }) {
    const { links } = this.mode.world;
    return links.filter((link) =>
        [link.from, link.to].some(
          (end) => Math.hypot(end.place[0] - place[0], end.place[1] - place[1]) < 2,
        ),
      )
      .map((link) =>
        figureTable(`Link ${link.number}`, {
          From: link.from.cell.join(', '),
          To: link.to.cell.join(', '),
          Cost: link.cost,
          'Cost back': link.costBack || 'one way',
          State: link.isClosed ? 'closed' : 'open',
        }),
      );
  }
}
