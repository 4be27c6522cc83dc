/* Files and folders beyond what C has: see platform_files.h. Beside platform.c the only file that
 * asks which system it is on. */
#if defined(_WIN32)
#define _CRT_RAND_S
#else
#define _XOPEN_SOURCE 700 /* for realpath */
#define _FILE_OFFSET_BITS 64
#endif

#include "tools/base/platform_files.h"

#include "tools/base/fail.h"
#include "tools/base/interrupt_notice.h"
#include "tools/base/platform.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
/* After windows.h, which it needs. */
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#else
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { MOST_PATH_BYTES = 4096, MOST_AT_ONCE = 1 << 30, MOST_LINKS = 40 };

static char *copy_path(const char *path) {
  const size_t bytes = strlen(path) + 1;
  char *copy = malloc(bytes);
  if (copy != NULL) {
    memcpy(copy, path, bytes);
  }
  return copy;
}

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

static FILE *create_file(const char *path, const char *like) {
  (void)like;
  const int file = _open(path, _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY, _S_IREAD | _S_IWRITE);
  return file >= 0 ? _fdopen(file, "wb") : NULL;
}

char *platform_follow_link(const char *path) { return copy_path(path); }

char *platform_real_path(const char *path) {
  HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  char real[MOST_PATH_BYTES];
  const DWORD length =
      file != INVALID_HANDLE_VALUE ? GetFinalPathNameByHandleA(file, real, sizeof real, 0) : 0;
  if (file != INVALID_HANDLE_VALUE)
    CloseHandle(file);
  return length != 0 && length < sizeof real ? copy_path(real) : NULL;
}

uint64_t platform_random(void) {
  unsigned high = 0, low = 0;
  rand_s(&high);
  rand_s(&low);
  return (uint64_t)high << 32 | low;
}

enum platform_lock_result platform_lock_file(const char *path, struct platform_file_lock *lock,
                                             uint64_t *holder) {
  *holder = 0;
  HANDLE file = CreateFileA(path, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                            FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return GetLastError() == ERROR_SHARING_VIOLATION ? PLATFORM_LOCK_HELD : PLATFORM_LOCK_FAILED;
  }
  *lock = (struct platform_file_lock){(intptr_t)file, NULL};
  return PLATFORM_LOCK_TAKEN;
}

void platform_unlock_file(struct platform_file_lock *lock) { CloseHandle((HANDLE)lock->handle); }

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

/* The mode is narrow until it is that of the other file: nobody else can have opened it. */
static void take_mode(int file, const struct stat *like) {
  if (fchown(file, like->st_uid, like->st_gid) != 0) {
    errno = 0; /* only its owner or the superuser may; the mode is kept all the same */
  }
  (void)fchmod(file, like->st_mode & 0777);
}

static FILE *create_file(const char *path, const char *like) {
  struct stat status;
  const bool is_there = stat(like, &status) == 0 && S_ISREG(status.st_mode);
  const int file =
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, is_there ? 0600 : 0666);
  if (file < 0) {
    return NULL;
  }
  if (is_there) {
    take_mode(file, &status);
  }
  FILE *stream = fdopen(file, "wb");
  if (stream == NULL) {
    const int why = errno;
    close(file);
    unlink(path);
    errno = why;
  }
  return stream;
}

/* What a link at `path` holds, counted from the link's folder. NULL: it is none, or no memory. */
static char *read_link(const char *path) {
  char target[MOST_PATH_BYTES];
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) {
    return NULL;
  }
  target[length] = '\0';
  const char *slash = strrchr(path, '/');
  const size_t folder = slash != NULL && target[0] != '/' ? (size_t)(slash - path) + 1 : 0;
  char *joined = malloc(folder + (size_t)length + 1);
  if (joined != NULL) {
    memcpy(joined, path, folder);
    memcpy(joined + folder, target, (size_t)length + 1);
  }
  return joined;
}

char *platform_real_path(const char *path) { return realpath(path, NULL); }

char *platform_follow_link(const char *path) {
  char *at = copy_path(path);
  for (int i = 0; at != NULL; i++) {
    char *next = read_link(at);
    if (next == NULL) {
      return at;
    }
    free(at);
    at = next;
    if (i == MOST_LINKS) {
      free(at);
      at = NULL;
      errno = ELOOP;
    }
  }
  return NULL;
}

uint64_t platform_random(void) {
  uint64_t number = 0;
  const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  const bool read_all = file >= 0 && read(file, &number, sizeof number) == sizeof number;
  if (file >= 0) {
    close(file);
  }
  /* Without it, files are still created exclusively: a name that is foreseen can only make that
   * fail. */
  return read_all ? number : (uint64_t)platform_now_us() * 0x9e3779b1u ^ platform_process_id();
}

/* Whether the locked file is the one that has the name: another process may have removed it before
 * it was locked. */
static bool is_at(int file, const char *path) {
  struct stat of_file, of_path;
  return fstat(file, &of_file) == 0 && stat(path, &of_path) == 0 &&
         of_file.st_dev == of_path.st_dev && of_file.st_ino == of_path.st_ino;
}

enum platform_lock_result platform_lock_file(const char *path, struct platform_file_lock *lock,
                                             uint64_t *holder) {
  *holder = 0;
  for (;;) {
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) {
      return PLATFORM_LOCK_FAILED;
    }
    if (fcntl(file, F_SETLK, &range) != 0) {
      const bool held = errno == EACCES || errno == EAGAIN;
      const int why = errno;
      if (held && fcntl(file, F_GETLK, &range) == 0 && range.l_type != F_UNLCK && range.l_pid > 0) {
        *holder = (uint64_t)range.l_pid;
      }
      close(file);
      errno = why;
      return held ? PLATFORM_LOCK_HELD : PLATFORM_LOCK_FAILED;
    }
    if (is_at(file, path)) {
      *lock = (struct platform_file_lock){file, copy_path(path)};
      return PLATFORM_LOCK_TAKEN;
    }
    close(file);
  }
}

void platform_unlock_file(struct platform_file_lock *lock) {
  if (lock->path != NULL) {
    unlink(lock->path);
  }
  free(lock->path);
  close((int)lock->handle);
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

/* A file to remove if the program is interrupted. Entries stay in the list, so that a signal may
 * read it at any moment. */
struct platform_doomed {
  atomic_bool is_doomed;
  struct platform_doomed *next;
  char path[];
};

static _Atomic(struct platform_doomed *) doomed_files;

static struct platform_doomed *doom_file(const char *path) {
  const size_t bytes = strlen(path) + 1;
  struct platform_doomed *file = malloc(sizeof *file + bytes);
  if (file == NULL) {
    return NULL;
  }
  atomic_init(&file->is_doomed, true);
  memcpy(file->path, path, bytes);
  file->next = atomic_load(&doomed_files);
  while (!atomic_compare_exchange_weak(&doomed_files, &file->next, file)) {
  }
  return file;
}

void platform_spare_file(struct platform_doomed *file) {
  if (file != NULL) {
    atomic_store(&file->is_doomed, false);
  }
}

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

#if defined(_WIN32)

/* ---- Windows: no signals -------------------------------------------------- */

FILE *platform_create_file(const char *path, const char *like, struct platform_doomed **doomed) {
  *doomed = doom_file(path);
  return *doomed != NULL ? create_file(path, like) : NULL;
}

void platform_interrupts_begin(void) {}

#else

/* ---- POSIX: signals ------------------------------------------------------ */

static atomic_int creating; /* threads that create a file, with all signals blocked */
static atomic_bool is_interrupted;

/* Once a signal begins to remove files, no thread creates another one. */
FILE *platform_create_file(const char *path, const char *like, struct platform_doomed **doomed) {
  sigset_t all, before;
  *doomed = doom_file(path);
  if (*doomed == NULL) {
    return NULL;
  }
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  atomic_fetch_add(&creating, 1);
  const bool goes_on = !atomic_load(&is_interrupted);
  FILE *stream = goes_on ? create_file(path, like) : NULL;
  const int why = errno;
  atomic_fetch_sub(&creating, 1);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!goes_on) {
    for (;;) {
      pause(); /* the signal ends the program */
    }
  }
  errno = why;
  return stream;
}

/* Calls nothing but what a signal may. */
static void remove_doomed(void) {
  atomic_store(&is_interrupted, true);
  while (atomic_load(&creating) > 0) {
  }
  for (struct platform_doomed *file = atomic_load(&doomed_files); file != NULL; file = file->next) {
    if (atomic_load(&file->is_doomed)) {
      unlink(file->path);
    }
  }
}

static void end_interrupted(int number) {
  remove_doomed();
  char line[INTERRUPT_LINE_BYTES];
  const size_t bytes = interrupt_notice_line(line);
  if (bytes > 0 && write(STDERR_FILENO, line, bytes) < 0) {
    /* There is no other place to say it. */
  }
  signal(number, SIG_DFL);
  raise(number);
}

/* Bytes of a mapped file are not there any more. */
static void end_cut_short(int number) {
  static const char why[] = "overland: a file was cut short while it was read, or its disk failed; "
                            "run the command again when no program writes to its inputs\n";
  (void)number;
  remove_doomed();
  if (write(STDERR_FILENO, why, sizeof why - 1) < 0) {
    _exit(EXIT_SYSTEM);
  }
  _exit(EXIT_INPUT);
}

void platform_interrupts_begin(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
      action.sa_handler = end_interrupted;
      action.sa_flags = 0;
      sigfillset(&action.sa_mask);
      sigaction(numbers[i], &action, NULL);
    }
  }
  struct sigaction cut = {.sa_handler = end_cut_short};
  sigfillset(&cut.sa_mask);
  sigaction(SIGBUS, &cut, NULL);
}

#endif
