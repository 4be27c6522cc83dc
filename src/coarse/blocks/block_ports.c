/* Gathers the ports of a region, numbers the components that have ports, and sorts the ports by
 * them. */
#include "coarse/blocks/block_ports.h"

#include "coarse/blocks/directed.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/topology.h"

/* ---- Gathering ------------------------------------------------------------- */

/* Adds the waypoints of a group. In those of neighbours, the region is that of the second cell. */
static void block_ports_add_group(ovi_block_ports *ports, const ovi_port_list *list, int group,
                                  int corners) {
  const bool second = group >= OVI_OWN_GROUPS;
  for (uint32_t i = 0; i < list->count; i++) {
    const ovi_draft_port *port = &list->ports[i];
    ovi_block_port *out = &ports->ports[ports->count++];
    out->cell = second ? port->second : port->first;
    out->component = second ? port->second_component : port->first_component;
    out->exit = port->extra[second ? 1 : 0];
    out->enters = port->extra[second ? 0 : 1] != OVI_STEP_BLOCKED;
    out->link = 0;
    out->half_step = /* multiplied by the weight later */
        ovi_step_cost(1, ovi_port_is_long(corners, group, out->cell));
  }
}

/* Adds the ends of links. The whole cost of a link is charged where it is left. */
static void block_ports_add_links(ovi_block_ports *ports, const ovi_map *map,
                                  const ovi_draft *draft) {
  const ovi_link_end *end;
  uint32_t at = 0;
  ports->links_out = ports->links_in = 0;
  while (draft->directed && (end = ovi_directed_next_end(map->directed, draft->profile,
                                                         draft->place.id, &at)) != NULL) {
    const ovl_link_def *link = &map->links[end->link];
    const uint32_t back = link->cost_back != 0 ? link->cost_back : OVI_STEP_BLOCKED;
    const bool is_from = end->is_from != 0;
    ports->ports[ports->count++] =
        (ovi_block_port){.cell = (uint16_t)OVI_PORT(end->x, end->y, 0),
                         .component = (uint16_t)ovi_draft_component(draft, end->x, end->y),
                         .half_step = 0,
                         .exit = is_from ? link->cost : back,
                         .link = end->link,
                         .enters = !is_from || link->cost_back != 0};
    ports->links_out += is_from;
    ports->links_in += !is_from;
  }
}

/* ---- Numbering ------------------------------------------------------------- */

/* Numbers the components that have ports first, in the order of their first port, then the others
 * in reading order. In a directed layer, components that are connected if direction is ignored form
 * a set: sets with ports are numbered, and those without get UINT16_MAX. */
static void renumber_components(ovi_block_ports *ports, const ovi_draft *draft) {
  uint32_t next = 0;
  memset(ports->renumber, 0xff, draft->components * sizeof(uint16_t));
  for (uint32_t i = 0; i < ports->count; i++) {
    ovi_block_port *port = &ports->ports[i];
    const uint32_t set = draft->directed ? draft->weak[port->component] : port->component;
    uint16_t *number = &ports->renumber[set];
    if (*number == UINT16_MAX) {
      *number = (uint16_t)next++;
    }
    port->component = *number;
  }
  ports->linked = next;
  for (uint32_t i = 0; i < draft->components; i++) {
    if (draft->directed) { /* the first of a set has the lowest number */
      ports->renumber[i] = ports->renumber[draft->weak[i]];
    } else if (ports->renumber[i] == UINT16_MAX) {
      ports->renumber[i] = (uint16_t)next++;
    }
  }
  OVI_ASSERT(draft->directed ? next <= draft->components : next == draft->components);
}

/* Sorts the ports by linked component. Stable. */
static void sort_ports(ovi_block_ports *ports) {
  OVI_ASSERT(ports->linked <= ports->count);
  memset(ports->begins, 0, (ports->linked + 1) * sizeof(uint16_t));
  for (uint32_t i = 0; i < ports->count; i++) {
    ports->begins[ports->ports[i].component + 1]++;
  }
  for (uint32_t c = 0; c < ports->linked; c++) {
    ports->begins[c + 1] = (uint16_t)(ports->begins[c + 1] + ports->begins[c]);
  }
  OVI_ASSERT(ports->begins[ports->linked] == ports->count);
  for (uint32_t i = 0; i < ports->count; i++) {
    ports->order[ports->begins[ports->ports[i].component]++] = (uint16_t)i;
  }
  for (uint32_t c = ports->linked; c > 0; c--) { /* filling has moved each begin to its end */
    ports->begins[c] = ports->begins[c - 1];
  }
  ports->begins[0] = 0;
}

void ovi_block_ports_gather(ovi_block_ports *ports, const ovi_map *map,
                            const ovi_block_sources *sources, const uint8_t *weights) {
  const ovi_draft *draft = sources->draft;
  ports->count = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    block_ports_add_group(ports, &sources->groups[group], group,
                          (int)map->profiles[draft->profile].corners);
  }
  block_ports_add_links(ports, map, draft);
  for (uint32_t i = 0; i < ports->count; i++) {
    ovi_block_port *port = &ports->ports[i];
    port->half_step *= weights[(port->cell >> 7 & 127) * draft->place.w + (port->cell & 127)];
  }
  renumber_components(ports, draft);
  sort_ports(ports);
}
