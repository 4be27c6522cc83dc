# The sources of the library, as meson.build lists them: OVERLAND_RUN, OVERLAND_MAKE and
# OVERLAND_CROWD, the parts of src/rooms.txt. Paths are absolute.
get_filename_component(OVERLAND_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
file(READ "${OVERLAND_ROOT}/meson.build" text)
string(REGEX MATCH "\n  version: '([0-9.]+)'" version "${text}")
set(OVERLAND_VERSION "${CMAKE_MATCH_1}")

# The list of each part stands below the files of its rooms.
set(part RUN)
string(REGEX MATCHALL "'src/[^']*\\.c'|\n(runtime|make)_sources" words "${text}")
foreach(word IN LISTS words)
  if(word MATCHES "'(.*)'")
    list(APPEND OVERLAND_${part} "${OVERLAND_ROOT}/${CMAKE_MATCH_1}")
  elseif(word MATCHES "runtime")
    set(part MAKE)
  else()
    set(part CROWD)
  endif()
endforeach()
