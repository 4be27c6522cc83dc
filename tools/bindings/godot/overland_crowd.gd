# Units that never share a cell. Its children are the units: nodes in 2D, which it moves.
extends Node
class_name OverlandCrowd

export(NodePath) var world # an OverlandWorld
export var capacity = 1024 # units at once
export var ticks_a_second = 10 # steps of the fastest units
export var budget = 20000 # expansions of planning in a tick

const Units = preload("units.gdns")

var native = Units.new() # its methods take and return cells: tools/bindings/godot/godot_walk.c
var _unit_of = {} # by the node
var _from = PoolVector2Array() # places of the units before and after the last tick
var _to = PoolVector2Array()
var _lag = 0.0 # ticks that are due
onready var _world = get_node(world)


func _ready():
	begin()


# Makes units of all children anew: once the world has been baked again, with another size.
func begin():
	_unit_of.clear()
	if not native.begin(_world.native, capacity):
		push_error("Overland: " + native.reason())
		return
	for node in get_children():
		add(node)


# Makes a unit of a child, where it stands. Returns false if it can't stand there: in a wall, or on another one. Enemies
# are of another side; a speed of 256 is a step a tick, and of 128 half of it.
func add(node, side = 0, speed = 256):
	var unit = native.add(_world.native, _world.cell_of(node.global_position), side, speed)
	if unit != 0:
		_unit_of[node] = unit
		if not node.is_connected("tree_exiting", self, "remove"):
			node.connect("tree_exiting", self, "remove", [node])
		_count_again()
	return unit != 0


# A node that leaves the tree is removed by itself.
func remove(node):
	if node in _unit_of:
		native.remove(_unit_of[node])
		_unit_of.erase(node)
		_count_again()


func _count_again():
	_to = native.places(_units_of(_unit_of.keys()))
	_from = _to


# Sends units to a point; all, if none are named. Each gets a place of its own near it.
func send(point, nodes = null):
	var sent = _units_of(_unit_of.keys() if nodes == null else nodes)
	return native.send(_world.native, sent, _world.cell_of(point))


# idle, planning, walking, waiting, arrived, beside, stuck or unreachable.
func state_of(node):
	return native.state(_unit_of[node])


func _units_of(nodes):
	var list = PoolIntArray()
	for node in nodes:
		list.append(_unit_of[node])
	return list


func _physics_process(delta):
	_lag += delta * ticks_a_second
	while _lag >= 1:
		_lag -= 1
		if not native.tick(_world.native, budget):
			push_error("Overland: " + native.reason())
		_from = _to
		_to = native.places(_units_of(_unit_of.keys()))
	var at = 0
	for node in _unit_of:
		node.global_position = _world.point_of(_from[at].linear_interpolate(_to[at], _lag))
		at += 1
