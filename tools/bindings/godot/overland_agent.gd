# A unit that walks to a point: its way is planned while it walks, and anew when the world changes. It passes through
# others, unless it is of a crowd: there it is one of the units, which never share a cell.
extends Node2D
class_name OverlandAgent

signal arrived
signal stopped(reason) # as near to the goal as it can be, or where it was

export(NodePath) var world # an OverlandWorld
export(NodePath) var crowd # an OverlandCrowd of that world; none: it walks alone
export var speed = 100.0 # pixels a second; in a crowd that with which it joined, at most a step a tick

const Route = preload("route.gdns")
const World = preload("overland_world.gd")

var goal # a cell; null: none
var _route = Route.new()
var _points = [] # that are left of its segment
onready var _world = World.named(self, world)
onready var _crowd = get_node(crowd) if crowd else null


func _ready():
	if is_instance_valid(_world):
		_world.connect("changed", self, "_on_change")
	if _crowd:
		_crowd.connect("begun", self, "_join")
		_join()


func _join():
	if _has_world() and _crowd.is_begun:
		var step = _world.point_of(Vector2(0, 0)).distance_to(_world.point_of(Vector2(1, 0)))
		_crowd.add(self, 0, int(clamp(256 * speed / (step * _crowd.ticks_a_second), 1, 256)))


# Goes to the cell of a global point; where that is blocked, or can't be reached, to the nearest one.
func go_to(point):
	goal = _world.cell_of(point) if _has_world() else Vector2.INF
	if is_instance_valid(_crowd) and not _crowd.has(self):
		_join()
	_begin()


func _on_change():
	if not _is_of_crowd(): # whose units plan by themselves
		_begin()


func _begin():
	_points = []
	if goal == null:
		return
	if not _has_world():
		_end(false, World.NONE)
	elif _is_of_crowd():
		if not _crowd.send(_world.point_of(goal), [self]):
			_end(false, _crowd.native.reason())
	elif not _route.begin(_world.native, _world.cell_of(global_position), goal, true):
		_end(_world.cell_of(global_position) == goal, _route.reason())


func _end(has_arrived, reason):
	goal = null
	if has_arrived:
		emit_signal("arrived")
	else:
		emit_signal("stopped", reason if reason else "the goal is blocked, and this is the open cell nearest to it")


func _has_world():
	return is_instance_valid(_world) and _world.is_baked()


func _is_of_crowd():
	return is_instance_valid(_crowd) and _crowd.has(self)


func _physics_process(delta):
	if goal == null:
		return
	if not _has_world():
		_end(false, World.NONE)
	elif _is_of_crowd():
		_look_at_crowd()
	else:
		_walk(speed * delta)


# The crowd moves it.
func _look_at_crowd():
	var state = _crowd.state_of(self)
	if state == "unreachable":
		_end(false, state)
	elif state in ["arrived", "beside"] and _crowd.stands(self):
		_end(_world.cell_of(global_position) == goal, "it stands as near as it can")


func _walk(way):
	while goal != null and way > 0:
		if _points.empty():
			_points = Array(_route.next(_world.native))
		if _points.empty():
			_end(_world.cell_of(global_position) == goal, _route.reason())
			return
		var next = _world.point_of(_points[0])
		var distance = global_position.distance_to(next)
		global_position = global_position.move_toward(next, way)
		if distance <= way:
			_points.pop_front()
		way -= distance
