# What the classes of the addon for Godot answer, and what they refuse; run by tests/test_godot.sh as a script of the
# demo, whose addon is the one that is tested.
extends SceneTree

const World = preload("res://addons/overland/world.gdns")
const Route = preload("res://addons/overland/route.gdns")
const Units = preload("res://addons/overland/units.gdns")
const Flow = preload("res://addons/overland/flow.gdns")

var passed = 0
var failed = 0
var world = World.new()


func check(name, is_so, found = ""):
	passed += 1 if is_so else 0
	failed += 0 if is_so else 1
	print("ok " + name if is_so else "FAIL %s: %s" % [name, found])


func equal(name, found, right):
	check(name, found == right, "%s, not %s" % [found, right])


# Rows of numbers: 0 is blocked in a world that is baked without weights.
func bytes_of(rows):
	var terrain = PoolByteArray()
	for row in rows:
		for letter in row:
			terrain.append(int(letter))
	return terrain


func _initialize():
	test_worlds()
	test_routes()
	test_units()
	test_flows()
	test_maps()
	test_agents()
	test_crowds()
	test_agents_of_crowds()
	test_nodes_without_a_world()
	test_ends()
	test_page()
	yield(test_scenes(), "completed")
	for test in [World, Route, Units, Flow]: # what nothing refers to is closed
		for _i in range(2000):
			test.new()
	print("%d passed, %d failed" % [passed, failed])
	quit(1 if failed > 0 else 0)


func test_worlds():
	var none = PoolByteArray()
	equal("a world that was not baked has no weights", world.weight(Vector2(1, 1)), 0)
	equal("nor paths", world.path(Vector2(0, 0), Vector2(1, 1), false).size(), 0)
	equal("and says why", world.reason(), "there is no world yet")
	equal("nor bytes", world.save().size(), 0)
	check("nor is it edited", not world.edit(Vector2(0, 0), 1, 1, 0))
	var rows = bytes_of(["1110111", "1110111", "1111111"])
	check("a world is baked", world.bake(rows, 7, none, Vector2(-3, 5)), world.reason())
	equal("its corner is where it says", world.weight(Vector2(-3, 5)), 8)
	equal("what is blocked weighs nothing", world.weight(Vector2(0, 5)), 0)
	equal("nor does what is outside", world.weight(Vector2(0, 0)), 0)
	equal("a place within a cell is the cell", world.weight(Vector2(-0.5, 6.9)), 8)
	equal("cells that reach each other are of one island", world.island(Vector2(-3, 5)), world.island(Vector2(3, 5)))
	var path = world.path(Vector2(-3, 5), Vector2(3, 5), false)
	check("a path leads round the wall", path.size() > 2 and path[0] == Vector2(-3, 5) and path[-1] == Vector2(3, 5), path)
	var saved = world.save()
	var opened = World.new()
	check("a saved world is opened", opened.open(saved), opened.reason())
	equal("and saved the same", opened.save(), saved)
	check("it is edited", opened.edit(Vector2(0, 7), 1, 1, 0), opened.reason())
	equal("so that there is no way", opened.path(Vector2(-3, 5), Vector2(3, 5), false).size(), 0)
	equal("and why", opened.reason(), "no path joins start and goal")
	path = opened.path(Vector2(-3, 5), Vector2(3, 7), true)
	equal("but one goes as near as it can", path[-1], Vector2(-1, 7))
	equal("the other world stays", world.weight(Vector2(0, 7)), 8)
	check("an edit outside is refused", not world.edit(Vector2(9, 9), 1, 1, 0))
	check("with the reason", world.reason().find("it should be at most") >= 0, world.reason())
	check("so is a terrain that is none", not world.edit(Vector2(0, 7), 1, 1, 256))
	check("bytes that are no world are refused", not world.open(rows))
	check("with a reason as well", world.reason().find("not a world") >= 0, world.reason())
	equal("and the world stays", world.weight(Vector2(0, 7)), 8)
	check("rows of unequal length are refused", not world.bake(rows, 8, none, Vector2(0, 0)))
	check("and weights that are not 256", not world.bake(rows, 7, rows, Vector2(0, 0)))
	check("and a width of 0", not world.bake(rows, 0, none, Vector2(0, 0)))
	var weights = PoolByteArray()
	weights.resize(256)
	for i in range(256):
		weights[i] = 16 if i == 1 else 0
	var heavy = World.new()
	check("there are weights of each terrain", heavy.bake(rows, 7, weights, Vector2(0, 0)), heavy.reason())
	equal("in eighths", heavy.weight(Vector2(0, 0)), 16)
	for i in range(256):
		weights[i] = 0
	check("weights of which none is above 0 are refused", not heavy.bake(rows, 7, weights, Vector2(0, 0)))
	equal("and the world stays", heavy.weight(Vector2(0, 0)), 16)
	equal("no cell is far outside", world.path(Vector2(NAN, INF), Vector2(1e20, -1e20), false).size(), 0)
	check("as is said", world.reason().find("start.x is not a number, or one beyond 1e9") >= 0, world.reason())
	equal("too few arguments are an error, and give nothing", world.call("path", Vector2(0, 0)), null)


func test_routes():
	var route = Route.new()
	equal("a route that was not begun has no segments", route.next(world).size(), 0)
	check("a route is begun", route.begin(world, Vector2(-3, 5), Vector2(3, 5), false), route.reason())
	var at = Vector2(-3, 5)
	var count = 0
	while true:
		var segment = route.next(world)
		if segment.size() == 0:
			break
		equal("a segment begins where the last one ended", segment[0], at)
		at = segment[-1]
		count += 1
	check("its segments lead to the goal", at == Vector2(3, 5) and count > 0, at)
	check("a blocked goal is refused", not route.begin(world, Vector2(-3, 5), Vector2(0, 5), false))
	check("with the reason", route.reason().find("goal") >= 0, route.reason())
	check("but with nearest it is moved", route.begin(world, Vector2(-3, 5), Vector2(0, 5), true), route.reason())
	check("an edit on the way", world.edit(Vector2(0, 7), 1, 1, 0), world.reason())
	check("leads on", route.next(world).size() > 0, route.reason())
	var field = PoolByteArray()
	for _i in range(300 * 40):
		field.append(1)
	var land = World.new()
	check("a larger world is baked", land.bake(field, 300, PoolByteArray(), Vector2(0, 0)), land.reason())
	check("for a longer way", route.begin(land, Vector2(0, 0), Vector2(299, 39), false), route.reason())
	var ahead = route.next(land)
	for x in range(40, 300, 32): # where the route leads on
		check("walls before it", land.edit(Vector2(x, 0), 1, 39, 0) and land.edit(Vector2(x, 39), 1, 1, 1), land.reason())
	while ahead.size() > 0:
		at = ahead[-1]
		ahead = route.next(land)
	check("are walked round", at == Vector2(299, 39), at)
	check("an object that is no world is refused", not route.begin(route, Vector2(0, 5), Vector2(1, 5), false))
	check("with the reason too", route.reason().find("no world") >= 0, route.reason())
	check("and so is nothing", not route.begin(null, Vector2(0, 5), Vector2(1, 5), false))
	check("and a world that was not baked", not route.begin(World.new(), Vector2(0, 5), Vector2(1, 5), false))
	check("the way is open again", world.edit(Vector2(0, 7), 1, 1, 1), world.reason())


func test_units():
	var units = Units.new()
	equal("units that were not begun are none", units.add(world, Vector2(-3, 5), 0, 0), 0)
	check("and have no ticks", not units.tick(world, 1000))
	equal("nor places", units.places(PoolIntArray([1])).size(), 0)
	check("they are begun", units.begin(world, 8), units.reason())
	var first = units.add(world, Vector2(-3, 5), 0, 0)
	var other = units.add(world, Vector2(-3, 6), 0, 128)
	check("units are added", first != 0 and other != 0, units.reason())
	equal("but not on each other", units.add(world, Vector2(-3, 5), 0, 0), 0)
	equal("nor in walls", units.add(world, Vector2(0, 5), 0, 0), 0)
	check("with the reason", units.reason().find("blocked") >= 0, units.reason())
	equal("nor of a side that is none", units.add(world, Vector2(-2, 5), 256, 0), 0)
	equal("nor with a speed that is none", units.add(world, Vector2(-2, 5), 0, 65536), 0)
	equal("nor with one that is too high", units.add(world, Vector2(-2, 5), 0, 257), 0)
	equal("a number that is no unit has no state", units.state(first + (1 << 32)), "")
	equal("they are idle", units.state(first), "idle")
	var both = PoolIntArray([first, other])
	check("they are sent", units.send(world, both, Vector2(3, 5)), units.reason())
	var ticks = 0
	while ticks < 200 and not (units.state(first) == "arrived" and units.state(other) == "arrived"):
		check("a tick", units.tick(world, 20000), units.reason()) if ticks == 0 else units.tick(world, 20000)
		ticks += 1
	var places = units.places(both)
	var place = Vector2(3, 5)
	check("they arrive", places[0].distance_to(place) < 2 and places[1].distance_to(place) < 2, places)
	check("on cells of their own", places[0] != places[1], places)
	check("an order to nowhere is refused", not units.send(world, both, Vector2(900, 5)))
	check("one is removed", units.remove(first), units.reason())
	check("but once", not units.remove(first))
	equal("then it has no state", units.state(first), "")
	check("another world is refused", not units.tick(World.new(), 100))


func follow(flow, from):
	var cells = [from]
	while cells.size() < 30 and flow.next(cells[-1]) != cells[-1]:
		cells.append(flow.next(cells[-1]))
	return cells


func test_flows():
	var flow = Flow.new()
	equal("a flow without a goal leads nowhere", flow.next(Vector2(1, 1)), Vector2(1, 1))
	equal("and says why", flow.reason(), "the flow has no goal")
	var land = World.new()
	check("a world", land.bake(bytes_of(["1110111", "1110111", "1111111"]), 7, PoolByteArray(), Vector2(-3, 5)))
	check("a flow is begun", flow.begin(land, Vector2(3, 5)), flow.reason())
	equal("it leads to the goal", follow(flow, Vector2(-3, 5)).back(), Vector2(3, 5))
	equal("by the door", Vector2(0, 7) in follow(flow, Vector2(-3, 5)), true)
	check("a door is opened", land.edit(Vector2(0, 5), 1, 1, 1))
	equal("by which it leads now", follow(flow, Vector2(-3, 5)).size(), 7)
	check("both are closed", land.edit(Vector2(0, 5), 1, 3, 0))
	equal("so there is no way", flow.next(Vector2(-3, 5)), Vector2(-3, 5))
	equal("and why", flow.reason(), "no path joins start and goal")
	check("a goal outside is refused", not flow.begin(land, Vector2(90, 5)))
	var others = [Flow.new(), Flow.new(), Flow.new()]
	for each in others:
		check("many flows lead in a world", each.begin(land, Vector2(-3, 7)))
	others.remove(1)
	check("when one is freed", land.bake(bytes_of(["111"]), 3, PoolByteArray(), Vector2(0, 0)))
	equal("a new bake ends the others", others[0].next(Vector2(-3, 5)), Vector2(-3, 5))
	check("one is begun again", others[1].begin(land, Vector2(2, 0)) and others[1].next(Vector2(0, 0)) == Vector2(1, 0))
	land = null
	equal("and ends with its world", others[1].next(Vector2(0, 0)), Vector2(0, 0))


# ---- Nodes ----

const WorldNode = preload("res://addons/overland/overland_world.gd")
const Agent = preload("res://addons/overland/overland_agent.gd")
const Crowd = preload("res://addons/overland/overland_crowd.gd")

const BLOCKED = "the goal is blocked, and this is the open cell nearest to it"

var said = [] # by signals


# A map of rows: tile 0 is open, and tile 1 has a shape; where there is a blank there is no tile. Its upper left cell is
# -2,3.
func map_of(rows):
	var map = TileMap.new()
	map.tile_set = TileSet.new()
	for tile in [0, 1]:
		map.tile_set.create_tile(tile)
	map.tile_set.tile_add_shape(1, RectangleShape2D.new(), Transform2D())
	map.cell_size = Vector2(20, 10)
	for y in range(rows.size()):
		for x in range(rows[y].length()):
			map.set_cell(x - 2, y + 3, -1 if rows[y][x] == " " else int(rows[y][x]))
	return map


# A world of them, in the tree.
func world_of(rows, weights = {}):
	var node = WorldNode.new()
	node.map = map_of(rows)
	node.weights = weights
	root.add_child(node.map)
	root.add_child(node)
	check("a map is baked", node.bake(node.map), node.native.reason())
	return node


func remove_world(node):
	node.map.free()
	node.free()


func test_maps():
	var node = world_of(["0010", "0 10", "0000"], {0: 2.5})
	equal("tiles have their weights", node.native.weight(Vector2(-2, 3)), 20)
	check("those with shapes block", not node.is_open(Vector2(0, 3)))
	check("and where there is none", not node.is_open(Vector2(-1, 4)))
	check("a tile is put", node.set_tile(Vector2(-1, 4), 0) and node.is_open(Vector2(-1, 4)))
	check("and taken", node.set_tile(Vector2(-1, 4), -1) and not node.is_open(Vector2(-1, 4)))
	check("but none outside of the world", not node.set_tile(Vector2(90, 4), 0))
	equal("and the map stays", node.map.get_cell(90, 4), -1)
	equal("the middle of a cell is a point", node.point_of(Vector2(1, 2)), Vector2(30, 25))
	node.map.position = Vector2(300, -70)
	node.map.rotation = 0.5
	for mode in [TileMap.MODE_SQUARE, TileMap.MODE_ISOMETRIC]:
		node.map.mode = mode
		var wrong = 0
		for x in range(-9, 9):
			for y in range(-9, 9):
				wrong += 0 if node.cell_of(node.point_of(Vector2(x, y))) == Vector2(x, y) else 1
		equal("the middle of a cell is in it, in mode %d" % mode, wrong, 0)
	var path = node.find_path(node.point_of(Vector2(-2, 3)), node.point_of(Vector2(1, 3)))
	check("a path is one of points", path.size() > 2 and node.cell_of(path[-1]) == Vector2(1, 3), path)
	for wrong in [null, self, "x", node, 5]:
		equal("nothing but a TileMap is baked", node.bake(wrong), false)
	equal("a string is no cell", node.set_tile("x", 0), false)
	equal("nor a tile", node.set_tile(Vector2(-1, 4), "x"), false)
	equal("nor a point", node.cell_of("x"), Vector2.INF)
	equal("from which paths lead", node.find_path("x", node.point_of(Vector2(1, 3))).size(), 0)
	node.weights = {0: 32}
	check("a weight that is too large is refused", not node.bake(node.map))
	node.weights = {}
	node.map.cell_half_offset = TileMap.HALF_OFFSET_X
	check("and a map of hexagons", not node.bake(node.map))
	remove_world(node)


func run(node, seconds):
	for _i in range(seconds * 60):
		node._physics_process(1.0 / 60)


func hear(what = "arrived"):
	said.append(what)


func test_agents():
	var node = world_of(["000000", "001000", "000000"])
	var agent = Agent.new()
	agent.world = NodePath("../" + node.name)
	agent.position = node.point_of(Vector2(-2, 4)) + Vector2(3, -2)
	root.add_child(agent)
	agent.connect("arrived", self, "hear")
	agent.connect("stopped", self, "hear")
	run(agent, 1)
	equal("an agent without a goal stands", node.cell_of(agent.position), Vector2(-2, 4))
	agent.go_to(node.point_of(Vector2(3, 4)))
	run(agent, 0.5)
	check("with one it walks", said.empty() and node.cell_of(agent.position) != Vector2(-2, 4), said)
	run(agent, 2)
	equal("and arrives", said, ["arrived"])
	equal("in the middle of its goal", agent.position, node.point_of(Vector2(3, 4)))
	agent.go_to(node.point_of(Vector2(-2, 4)))
	run(agent, 0.25)
	for y in [3, 4, 5]:
		node.set_tile(Vector2(0, y), 1)
	run(agent, 2)
	equal("where its way is closed it goes as near as it can", node.cell_of(agent.position), Vector2(1, 4))
	equal("and says why", said, ["arrived", "no path joins start and goal"])
	node.set_tile(Vector2(0, 5), 0)
	equal("then it has no goal", agent.goal, null)
	agent.go_to(node.point_of(Vector2(0, 4)))
	run(agent, 1)
	equal("onto a blocked cell it goes as near as it can, and says so", said[-1], BLOCKED)
	agent.position = node.point_of(Vector2(0, 4))
	agent.go_to(node.point_of(Vector2(0, 5)))
	run(agent, 1)
	equal("from a blocked cell it goes to an open one", [said[-1], node.cell_of(agent.position)], ["arrived", Vector2(0, 5)])
	for wrong in ["x", Vector2(NAN, 0)]:
		agent.go_to(wrong)
		run(agent, 0.1)
		check("a goal that is no point is refused", said[-1].find("goal.x is not a number") >= 0, said)
	agent.free()
	remove_world(node)


func test_crowds():
	var node = world_of(["00000000", "00000000", "00011000", "00000000"])
	var crowd = Crowd.new()
	crowd.world = NodePath("../" + node.name)
	for x in range(4):
		var unit = Node2D.new()
		unit.position = node.point_of(Vector2(x - 2, 5))
		unit.name = "Unit%d" % x
		crowd.add_child(unit)
	crowd.add_child(Timer.new())
	root.add_child(crowd)
	var units = crowd.get_children()
	equal("children that stand in the open are units", crowd._unit_of.size(), 3)
	check("one in a wall is none", not crowd.add(units[3]))
	for wrong in [null, "x", units[4]]:
		equal("nor is what has no place", crowd.add(wrong), false)
	equal("a string is no place to go", crowd.send("x"), false)
	check("they are sent", crowd.send(node.point_of(Vector2(4, 4))))
	run(crowd, 0.25)
	var places = []
	for unit in units.slice(0, 3):
		places.append(node.cell_of(unit.position))
	run(crowd, 6)
	for i in range(3):
		check("a unit arrives", crowd.state_of(units[i]) in ["arrived", "beside"], crowd.state_of(units[i]))
		check("near the place", node.cell_of(units[i].position).distance_to(Vector2(4, 4)) < 2.5, units[i].position)
	check("it walked", places[0] != node.cell_of(units[0].position), places)
	units[0].free()
	equal("a node that is freed is no unit", crowd._unit_of.size(), 2)
	crowd.remove(units[1])
	check("nor one that is removed", not units[1] in crowd._unit_of)
	equal("which has no state", crowd.state_of(units[1]), "")
	check("and stays where others are sent", crowd.send(node.point_of(Vector2(4, 4)), [units[1], units[2], units[3]]))
	check("until it is added again", crowd.add(units[1], 1, 128))
	check("one alone is sent", crowd.send(node.point_of(Vector2(-2, 3)), [units[1]]))
	run(crowd, 6)
	equal("and arrives", node.cell_of(units[1].position), Vector2(-2, 3))
	crowd.begin()
	equal("units are made anew", crowd._unit_of.size(), 2)
	crowd.free()
	remove_world(node)


func agent_of(node, cell, crowd = ""):
	var agent = Agent.new()
	agent.world = NodePath("../" + node.name)
	agent.crowd = NodePath(crowd)
	agent.position = node.point_of(cell)
	agent.connect("arrived", self, "hear")
	agent.connect("stopped", self, "hear")
	root.add_child(agent)
	return agent


# A crowd of one unit.
func crowd_of(node, cell):
	var crowd = Crowd.new()
	crowd.name = "Crowd"
	crowd.world = NodePath("../" + node.name)
	crowd.add_child(Node2D.new())
	crowd.get_child(0).position = node.point_of(cell)
	root.add_child(crowd)
	return crowd


# An agent crosses a corridor of one cell, in which a unit comes the opposite way.
func test_agents_of_crowds():
	var node = world_of(["1110111", "0000000"])
	var crowd = crowd_of(node, Vector2(4, 4))
	var unit = crowd.get_child(0)
	var agent = agent_of(node, Vector2(-2, 4), "../Crowd")
	check("an agent joins its crowd", crowd.has(agent))
	said = []
	agent.go_to(node.point_of(Vector2(4, 4)))
	check("all children are sent, but no agents", crowd.send(node.point_of(Vector2(-2, 4))))
	var shared = 0
	for _i in range(900):
		run(crowd, 1.0 / 60)
		run(agent, 1.0 / 60)
		shared += 1 if node.cell_of(agent.position) == node.cell_of(unit.position) else 0
	equal("they pass each other without sharing a cell", shared, 0)
	equal("and the agent arrives", [said, node.cell_of(agent.position)], [["arrived"], Vector2(4, 4)])
	equal("as the unit does", node.cell_of(unit.position), Vector2(-2, 4))
	agent.go_to(node.point_of(Vector2(-2, 4)))
	for _i in range(900):
		run(crowd, 1.0 / 60)
		run(agent, 1.0 / 60)
	equal("a goal that is taken is not reached", said, ["arrived", "it stands as near as it can"])
	crowd.begin()
	check("it is a unit again when all are made anew", crowd.has(agent))
	crowd.free()
	agent.go_to(node.point_of(Vector2(4, 4)))
	run(agent, 3)
	equal("without its crowd it walks alone", said[-1], "arrived")
	agent.free()
	remove_world(node)


# Nodes whose property `world` is empty, or names no world.
func test_nodes_without_a_world():
	var other = Node2D.new()
	root.add_child(other)
	for path in [NodePath(), NodePath("../" + other.name), "../Nowhere", other]:
		var agent = Agent.new()
		agent.world = path
		agent.connect("stopped", self, "hear")
		root.add_child(agent)
		said = []
		agent.go_to(Vector2(10, 10))
		run(agent, 0.1)
		equal("an agent without a world says so", said, [WorldNode.NONE])
		agent.free()
		var crowd = Crowd.new()
		crowd.name = "Lost"
		crowd.world = path
		root.add_child(crowd)
		equal("a crowd without one sends none", crowd.send(Vector2(10, 10)), false)
		run(crowd, 0.1)
		crowd.free()
	other.free()


# Nodes whose world has no map yet, another map, or is freed.
func test_ends():
	var node = world_of(["00000", "00000"])
	var map = node.map
	node.map = null
	var crowd = Crowd.new()
	crowd.world = NodePath("../" + node.name)
	root.add_child(crowd)
	check("a crowd waits for its world", not crowd.is_begun and not crowd.send(Vector2(0, 0)))
	said = []
	map.clear()
	check("a map without tiles is refused", not node.bake(map))
	var tiles = map.tile_set
	map.set_cell(0, 3, 0)
	map.tile_set = null
	check("so is one without a set of them", not node.bake(map))
	map.tile_set = tiles
	equal("an edit of a world without a map", node.set_tile(Vector2(0, 0), 0), false)
	for x in range(-2, 20):
		map.set_cell(x, 3, 0)
	check("then the world is baked", node.bake(map))
	check("and the crowd begins", crowd.is_begun)
	var agent = agent_of(node, Vector2(-2, 3))
	var unit = Node2D.new()
	unit.position = node.point_of(Vector2(0, 3))
	crowd.add_child(unit)
	check("a unit is added", crowd.add(unit))
	for x in range(20, 30):
		map.set_cell(x, 3, 0)
	check("the world is baked with another size", node.bake(map))
	check("and units are sent in it", crowd.has(unit) and crowd.send(node.point_of(Vector2(29, 3))))
	run(crowd, 5)
	equal("and get there", node.cell_of(unit.position), Vector2(29, 3))
	unit.free()
	check("a freed node is not sent", crowd.send(node.point_of(Vector2(5, 3)), [unit]))
	equal("and has no state", crowd.state_of(unit), "")
	check("a freed node is no world", not Route.new().begin(unit, Vector2(0, 3), Vector2(1, 3), false))
	agent.go_to(node.point_of(Vector2(29, 3)))
	run(agent, 0.2)
	map.free()
	run(agent, 0.2)
	run(crowd, 0.2)
	equal("an agent stops where the map is freed", said, [WorldNode.NONE])
	node.free()
	agent.go_to(Vector2(0, 0))
	run(agent, 0.2)
	run(crowd, 0.2)
	equal("and where its world is", said, [WorldNode.NONE, WorldNode.NONE])
	crowd.free()
	agent.free()


# The script of the page, whose runners share a flow, round a wall.
func test_page():
	var scene = load("res://page_flow.gd").new()
	var node = WorldNode.new()
	node.name = "World"
	node.tile_map = NodePath("../Map")
	var map = map_of(["000000", "001000", "001000"])
	map.name = "Map"
	var runners = Node2D.new()
	runners.name = "Runners"
	for child in [map, node, runners]:
		scene.add_child(child)
	for cell in [Vector2(-2, 5), Vector2(-1, 4)]:
		runners.add_child(Node2D.new())
		runners.get_children()[-1].position = Vector2(20, 10) * (cell + Vector2(0.5, 0.5))
	root.add_child(scene)
	check("the runners of the page have a goal", scene.run_to(node.point_of(Vector2(1, 5))))
	var walls = 0
	for _i in range(180):
		scene._physics_process(1.0 / 60)
		for unit in runners.get_children():
			walls += 0 if node.is_open(node.cell_of(unit.position)) else 1
	equal("they pass no wall", walls, 0)
	for unit in runners.get_children():
		equal("they reach it", node.cell_of(unit.position), Vector2(1, 5))
	check("one outside is refused", not scene.run_to(Vector2(9000, 0)))
	scene.free()


# The scene of the demo comes and goes while it plays.
func test_scenes():
	for i in range(6):
		check("the scene is shown", change_scene("res://demo.tscn") == OK)
		for _frame in range(12):
			yield(self, "idle_frame")
		var scene = current_scene
		check("its agent is of its crowd", scene.get_node("Crowd").has(scene.get_node("Agent")))
		scene.click(Vector2(44, 5), BUTTON_LEFT)
		scene.click(Vector2(40, 21), BUTTON_RIGHT)
		for _frame in range(12):
			yield(self, "idle_frame")
		var names = [["World"], ["Land"], ["Crowd"], ["Agent"], ["Agent", "Crowd", "World", "Land"], []][i]
		for name in names: # as a game may, in any order
			scene.get_node(name).free()
		for _frame in range(12):
			yield(self, "idle_frame")
	current_scene.free()
	yield(self, "idle_frame")
