# Read by find_package(overland), installed by Meson and by CMake: the targets overland::overland,
# the shared library where there is one, and overland::overland_runtime. Static libraries come with
# overland_crowd, units, which needs them in turn. The folders are found from that of this file, so
# that an installed tree can be moved.
get_filename_component(overland_libraries "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(OVERLAND_INCLUDE_DIR overland.h
          PATHS "${overland_libraries}/../include" "${overland_libraries}/../../include"
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(OVERLAND_INCLUDE_DIR)
foreach(name overland_crowd overland overland_runtime)
  string(TOUPPER "${name}_library" variable)
  find_library(${variable} ${name} PATHS "${overland_libraries}"
               NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(${variable})
  if(NOT ${variable} OR NOT OVERLAND_INCLUDE_DIR)
    set(overland_FOUND FALSE)
    set(overland_NOT_FOUND_MESSAGE "${name} or overland.h is not beside ${CMAKE_CURRENT_LIST_DIR}")
    return()
  endif()
  if(NOT TARGET overland::${name} AND NOT name STREQUAL "overland_crowd")
    add_library(overland::${name} UNKNOWN IMPORTED)
    set_target_properties(overland::${name} PROPERTIES IMPORTED_LOCATION "${${variable}}"
                          INTERFACE_INCLUDE_DIRECTORIES "${OVERLAND_INCLUDE_DIR}"
                          INTERFACE_LINK_LIBRARIES "${OVERLAND_CROWD_LIBRARY};${${variable}}")
    if("${${variable}}" MATCHES "\\.dll\\.a$")
      set_property(TARGET overland::${name} PROPERTY INTERFACE_COMPILE_DEFINITIONS
                   OVL_SHARED_LIBRARY)
    endif()
  endif()
endforeach()
