/* Files and folders beyond what C has: see platform_files.h. Beside platform.c the only file that
 * asks which system it is on. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#endif

#include "tools/base/platform_files.h"

#include "tools/base/platform.h"

#include <errno.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
/* After windows.h, which it needs. */
#include <windows.h>

#include <io.h>
#else
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { MOST_PATH_BYTES = 4096, MOST_AT_ONCE = 1 << 30 };

#if defined(_WIN32)

/* ---- Windows ------------------------------------------------------------- */

const char *platform_reader_open(struct platform_reader *reader, const char *path) {
  LARGE_INTEGER size;
  HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                            FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return GetLastError() == ERROR_ACCESS_DENIED ? "it may not be read" : "there is no such file";
  }
  if (!GetFileSizeEx(file, &size)) {
    CloseHandle(file);
    return "it can't be read";
  }
  *reader = (struct platform_reader){(intptr_t)file, (uint64_t)size.QuadPart};
  return NULL;
}

void platform_reader_close(struct platform_reader *reader) { CloseHandle((HANDLE)reader->handle); }

/* 0 at the end of the file and if it can't be read. */
static size_t read_some(const struct platform_reader *reader, uint64_t offset, void *bytes,
                        size_t byte_count) {
  DWORD count = 0;
  OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
  return ReadFile((HANDLE)reader->handle, bytes, (DWORD)byte_count, &count, &place) ? count : 0;
}

bool platform_seek(FILE *stream, uint64_t offset) {
  return _fseeki64(stream, (int64_t)offset, SEEK_SET) == 0;
}

bool platform_sync(FILE *stream) {
  return fflush(stream) == 0 && !ferror(stream) && _commit(_fileno(stream)) == 0;
}

void platform_sync_folder_of(const char *path) { (void)path; }

bool platform_make_folder(const char *path) {
  return CreateDirectoryA(path, NULL) != 0 || platform_file_kind(path) == PLATFORM_FILE_FOLDER;
}

bool platform_remove_folder(const char *path) { return RemoveDirectoryA(path) != 0; }

bool platform_list_folder(const char *path, bool (*take)(void *user, const char *name),
                          void *user) {
  char pattern[MOST_PATH_BYTES];
  WIN32_FIND_DATAA found;
  const int length = snprintf(pattern, sizeof pattern, "%s\\*", path);
  if (length < 0 || length >= MOST_PATH_BYTES) {
    return false;
  }
  HANDLE list = FindFirstFileA(pattern, &found);
  if (list == INVALID_HANDLE_VALUE) {
    return false;
  }
  bool more = true;
  while (more) {
    const bool is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    more = (is_folder || take(user, found.cFileName)) && FindNextFileA(list, &found) != 0;
  }
  FindClose(list);
  return true;
}

#else

/* ---- POSIX --------------------------------------------------------------- */

const char *platform_reader_open(struct platform_reader *reader, const char *path) {
  struct stat status;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return errno == ENOENT ? "there is no such file" : strerror(errno);
  }
  const char *why = NULL;
  if (fstat(file, &status) != 0) {
    why = strerror(errno);
  } else if (!S_ISREG(status.st_mode)) {
    why = S_ISDIR(status.st_mode) ? "this is a folder, not a file" : "this is no regular file";
  }
  if (why != NULL) {
    close(file);
    return why;
  }
  *reader = (struct platform_reader){file, (uint64_t)status.st_size};
  return NULL;
}

void platform_reader_close(struct platform_reader *reader) { close((int)reader->handle); }

static size_t read_some(const struct platform_reader *reader, uint64_t offset, void *bytes,
                        size_t byte_count) {
  ssize_t count;
  do {
    count = pread((int)reader->handle, bytes, byte_count, (off_t)offset);
  } while (count < 0 && errno == EINTR);
  return count > 0 ? (size_t)count : 0;
}

bool platform_seek(FILE *stream, uint64_t offset) {
  return fseeko(stream, (off_t)offset, SEEK_SET) == 0;
}

/* What is no file on disk can't be synced, and need not be. */
bool platform_sync(FILE *stream) {
  if (fflush(stream) != 0 || ferror(stream)) {
    return false;
  }
  return fsync(fileno(stream)) == 0 || errno == EINVAL || errno == ENOTSUP;
}

void platform_sync_folder_of(const char *path) {
  char folder[MOST_PATH_BYTES];
  const int length = snprintf(folder, sizeof folder, "%s", path);
  if (length < 0 || length >= MOST_PATH_BYTES) {
    return;
  }
  char *slash = strrchr(folder, '/');
  if (slash != NULL) {
    slash[slash == folder ? 1 : 0] = '\0';
  }
  const int file = open(slash != NULL ? folder : ".", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    (void)fsync(file);
    close(file);
  }
}

bool platform_make_folder(const char *path) {
  return mkdir(path, 0777) == 0 ||
         (errno == EEXIST && platform_file_kind(path) == PLATFORM_FILE_FOLDER);
}

bool platform_remove_folder(const char *path) { return rmdir(path) == 0; }

bool platform_list_folder(const char *path, bool (*take)(void *user, const char *name),
                          void *user) {
  DIR *list = opendir(path);
  const struct dirent *entry;
  if (list == NULL) {
    return false;
  }
  bool more = true;
  while (more && (entry = readdir(list)) != NULL) {
    const bool hidden = entry->d_name[0] == '.';
    more = hidden || take(user, entry->d_name);
  }
  closedir(list);
  return true;
}

#endif

/* ---- Everywhere ---------------------------------------------------------- */

bool platform_reader_read(const struct platform_reader *reader, uint64_t offset, void *bytes,
                          size_t byte_count) {
  uint8_t *at = bytes;
  while (byte_count > 0) {
    const size_t wanted = byte_count < MOST_AT_ONCE ? byte_count : MOST_AT_ONCE;
    const size_t count = read_some(reader, offset, at, wanted);
    if (count == 0) {
      return false;
    }
    at += count;
    offset += count;
    byte_count -= count;
  }
  return true;
}
