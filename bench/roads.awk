# Writes a map with roads of one cell, letter r, on open ground, and problems for it:
#
#   awk -v seed=N -v side=CELLS -v kind=KIND -v problems=N -v scenario=FILE -f roads.awk >FILE.map
#
# straight: eight roads of three legs each, along rows and columns. winding: eight that wander from one
# side to the other. diagonal: eight that run to the border under 45 degrees and turn back there twice.
# Every second problem leads from road to road, the others between any two cells; none begins or ends
# in the first row, so that it can be edited.

# Lehmer's generator: its products are exact in every awk.
function random(below) {
  state = (state * 16807) % 2147483647
  return int(state / 2147483647 * below)
}

function pave(x, y) {
  if (!((x, y) in road)) { road[x, y]; road_x[cells] = x; road_y[cells++] = y }
}

function pave_to(x, y, to_x, to_y) { # along a row or a column
  while (1) {
    pave(x, y)
    if (x == to_x && y == to_y) return
    x += (to_x > x) - (to_x < x)
    y += (to_y > y) - (to_y < y)
  }
}

function straight(   x, y, to, leg) {
  x = 1 + random(side - 2)
  y = 1 + random(side - 2)
  for (leg = random(2) + 3; leg > 0; leg--) {
    to = 1 + random(side - 2)
    if (leg % 2) { pave_to(x, y, to, y); x = to }
    else { pave_to(x, y, x, to); y = to }
  }
}

function winding(   along, across, turned, drift) {
  turned = random(2)
  across = 1 + random(side - 2)
  for (along = 1; along < side - 1; along++) {
    if (random(6) == 0) drift = random(3) - 1
    if (across + drift < 1 || across + drift > side - 2) drift = -drift
    across += drift
    if (turned) pave(across, along)
    else pave(along, across)
  }
}

function diagonal(   x, y, dx, dy, turns) {
  x = 1 + random(side - 2)
  y = 1 + random(side - 2)
  dx = random(2) ? 1 : -1
  dy = random(2) ? 1 : -1
  for (turns = 0; turns < 3;) {
    pave(x, y)
    if (x + dx < 1 || x + dx > side - 2) { dx = -dx; turns++ }
    if (y + dy < 1 || y + dy > side - 2) { dy = -dy; turns++ }
    x += dx
    y += dy
  }
}

BEGIN {
  state = seed * 7919 + 1
  for (i = 0; i < 10; i++) random(1)
  for (i = 0; i < 8; i++) {
    if (kind == "straight") straight()
    else if (kind == "winding") winding()
    else diagonal()
  }
  printf "type octile\nheight %d\nwidth %d\nmap\n", side, side
  for (y = 0; y < side; y++) {
    line = ""
    for (x = 0; x < side; x++) line = line ((x, y) in road ? "r" : ".")
    print line
  }
  print "version 1" >scenario
  print "# profile nobody 0000000000000000" >scenario # lengths are not known
  for (i = 0; i < problems; i++) {
    from = random(cells)
    to = random(cells)
    if (i % 2) ends = random(side) "\t" 1 + random(side - 1) "\t" random(side) "\t" 1 + random(side - 1)
    else ends = road_x[from] "\t" road_y[from] "\t" road_x[to] "\t" road_y[to]
    printf "0\tmap\t%d\t%d\t%s\t0\n", side, side, ends >scenario
  }
}
