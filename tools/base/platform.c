/* All that differs between systems: see platform.h.
 *
 * Each part has a form for Windows and one for POSIX; locks and the pool of
 * threads at the end are written once, over the few thread calls above them.
 *
 * Invariant of the pool: while `busy` is not 0, job, context and count do not
 * change; a thread takes an index once, by adding to `next`. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* madvise */
#endif

#include "tools/base/platform.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
/* After windows.h, which they need. */
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <psapi.h>
#else
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#endif

#define MAX_WORKERS 64

/* mmap and MapViewOfFile refuse to map nothing. */
static const uint64_t no_bytes = 0;

#if defined(_WIN32)

/* ---- Windows ------------------------------------------------------------- */

double platform_now_us(void) {
  LARGE_INTEGER ticks;
  LARGE_INTEGER ticks_per_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&ticks_per_second);
  return (double)ticks.QuadPart * 1e6 / (double)ticks_per_second.QuadPart;
}

uint64_t platform_peak_memory_bytes(void) {
  PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
  if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) {
    return 0;
  }
  return counters.PeakWorkingSetSize;
}

bool platform_is_terminal_stderr(void) { return _isatty(_fileno(stderr)) != 0; }

uint64_t platform_process_id(void) { return GetCurrentProcessId(); }

static int64_t count_cores(void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return (int64_t)info.dwNumberOfProcessors;
}

enum platform_file_kind platform_file_kind(const char *path) {
  const DWORD attributes = GetFileAttributesA(path);
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    return PLATFORM_FILE_NONE;
  }
  if (attributes & FILE_ATTRIBUTE_DIRECTORY) {
    return PLATFORM_FILE_FOLDER;
  }
  return attributes & FILE_ATTRIBUTE_DEVICE ? PLATFORM_FILE_OTHER : PLATFORM_FILE_REGULAR;
}

static bool read_identity(const char *path, BY_HANDLE_FILE_INFORMATION *identity) {
  HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return false;
  }
  const bool known = GetFileInformationByHandle(file, identity) != 0;
  CloseHandle(file);
  return known;
}

bool platform_is_same_file(const char *a, const char *b) {
  BY_HANDLE_FILE_INFORMATION of_a, of_b;
  return read_identity(a, &of_a) && read_identity(b, &of_b) &&
         of_a.dwVolumeSerialNumber == of_b.dwVolumeSerialNumber &&
         of_a.nFileIndexHigh == of_b.nFileIndexHigh && of_a.nFileIndexLow == of_b.nFileIndexLow;
}

bool platform_is_separator(char letter) { return letter == '/' || letter == '\\'; }

bool platform_replace_file(const char *from, const char *to) {
  return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}

void platform_begin(void) { _setmode(_fileno(stdout), _O_BINARY); }

static const char *reason(DWORD error) {
  switch (error) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
    return "there is no such file";
  case ERROR_ACCESS_DENIED:
  case ERROR_SHARING_VIOLATION:
    return "it may not be read";
  default:
    return "it can't be read";
  }
}

static const char *map_open_file(HANDLE file, struct platform_mapping *mapping) {
  LARGE_INTEGER size;
  if (!GetFileSizeEx(file, &size)) {
    return reason(GetLastError());
  }
  if ((uint64_t)size.QuadPart > SIZE_MAX) {
    return "it is too large for this system's memory";
  }
  if (size.QuadPart == 0) {
    *mapping = (struct platform_mapping){&no_bytes, 0};
    return NULL;
  }
  HANDLE section = CreateFileMappingA(file, NULL, PAGE_READONLY, 0, 0, NULL);
  if (section == NULL) {
    return reason(GetLastError());
  }
  const void *bytes = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
  CloseHandle(section);
  if (bytes == NULL) {
    return reason(GetLastError());
  }
  *mapping = (struct platform_mapping){bytes, (size_t)size.QuadPart};
  return NULL;
}

const char *platform_map_file(const char *path, struct platform_mapping *mapping) {
  if (platform_file_kind(path) == PLATFORM_FILE_FOLDER) {
    return "this is a folder, not a file";
  }
  HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                            FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return reason(GetLastError());
  }
  const char *why = map_open_file(file, mapping);
  CloseHandle(file);
  return why;
}

void platform_unmap_file(struct platform_mapping *mapping) {
  if (mapping->byte_count > 0) {
    UnmapViewOfFile(mapping->bytes);
  }
  *mapping = (struct platform_mapping){&no_bytes, 0};
}

bool platform_drop_pages(void *begin, size_t byte_count) {
  (void)begin;
  (void)byte_count;
  return false;
}

typedef CRITICAL_SECTION pool_lock;
typedef CONDITION_VARIABLE pool_signal;
typedef HANDLE pool_thread;
typedef unsigned thread_answer;
#define THREAD_CALL __stdcall

static void lock_begin(pool_lock *lock) { InitializeCriticalSection(lock); }
static void lock_end(pool_lock *lock) { DeleteCriticalSection(lock); }
static void lock_take(pool_lock *lock) { EnterCriticalSection(lock); }
static void lock_give(pool_lock *lock) { LeaveCriticalSection(lock); }
static void signal_begin(pool_signal *signal) { InitializeConditionVariable(signal); }
static void signal_end(pool_signal *signal) { (void)signal; }
static void signal_all(pool_signal *signal) { WakeAllConditionVariable(signal); }
static void signal_wait(pool_signal *signal, pool_lock *lock) {
  SleepConditionVariableCS(signal, lock, INFINITE);
}
static bool thread_begin(pool_thread *thread, thread_answer(THREAD_CALL *run)(void *), void *user) {
  *thread = (HANDLE)_beginthreadex(NULL, 0, run, user, 0, NULL);
  return *thread != NULL;
}
static void thread_join(pool_thread thread) {
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
}

#else

/* ---- POSIX --------------------------------------------------------------- */

double platform_now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* Linux counts in getrusage what the process held before it became this
 * program, so its own account comes first. */
static uint64_t linux_peak_bytes(void) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  uint64_t kilobytes = 0;
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "VmHWM:", 6) == 0) {
      kilobytes = strtoull(line + 6, NULL, 10);
      break;
    }
  }
  if (status != NULL) {
    fclose(status);
  }
  return kilobytes * 1024;
}

uint64_t platform_peak_memory_bytes(void) {
  const uint64_t bytes = linux_peak_bytes();
  struct rusage usage;
  if (bytes > 0 || getrusage(RUSAGE_SELF, &usage) != 0) {
    return bytes;
  }
#if defined(__APPLE__)
  return (uint64_t)usage.ru_maxrss;
#else
  return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

bool platform_is_terminal_stderr(void) { return isatty(fileno(stderr)) != 0; }

uint64_t platform_process_id(void) { return (uint64_t)getpid(); }

static int64_t count_cores(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

enum platform_file_kind platform_file_kind(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) {
    return PLATFORM_FILE_NONE;
  }
  if (S_ISDIR(status.st_mode)) {
    return PLATFORM_FILE_FOLDER;
  }
  return S_ISREG(status.st_mode) ? PLATFORM_FILE_REGULAR : PLATFORM_FILE_OTHER;
}

bool platform_is_same_file(const char *a, const char *b) {
  struct stat of_a, of_b;
  return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
         of_a.st_ino == of_b.st_ino;
}

bool platform_is_separator(char letter) { return letter == '/'; }

bool platform_replace_file(const char *from, const char *to) { return rename(from, to) == 0; }

void platform_begin(void) { signal(SIGXFSZ, SIG_IGN); }

static const char *map_open_file(int file, struct platform_mapping *mapping) {
  struct stat status;
  if (fstat(file, &status) != 0) {
    return strerror(errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return S_ISDIR(status.st_mode) ? "this is a folder, not a file" : "this is no regular file";
  }
  if ((uint64_t)status.st_size > SIZE_MAX) {
    return "it is too large for this system's memory";
  }
  if (status.st_size == 0) {
    *mapping = (struct platform_mapping){&no_bytes, 0};
    return NULL;
  }
  void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) {
    return strerror(errno);
  }
  *mapping = (struct platform_mapping){bytes, (size_t)status.st_size};
  return NULL;
}

const char *platform_map_file(const char *path, struct platform_mapping *mapping) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return errno == ENOENT ? "there is no such file" : strerror(errno);
  }
  const char *why = map_open_file(file, mapping);
  close(file);
  return why;
}

void platform_unmap_file(struct platform_mapping *mapping) {
  if (mapping->byte_count > 0) {
    /* munmap takes a pointer to what may change; the bytes were mapped by us. */
    munmap((void *)(uintptr_t)mapping->bytes, mapping->byte_count);
  }
  *mapping = (struct platform_mapping){&no_bytes, 0};
}

/* Elsewhere MADV_DONTNEED is a hint, or the only call is posix_madvise, which does nothing. */
bool platform_drop_pages(void *begin, size_t byte_count) {
#if defined(__linux__)
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t beside = (page - (uintptr_t)begin % page) % page;
  const size_t bytes = beside < byte_count ? (byte_count - beside) / page * page : 0;
  return bytes == 0 || madvise((char *)begin + beside, bytes, MADV_DONTNEED) == 0;
#else
  (void)begin;
  (void)byte_count;
  return false;
#endif
}

typedef pthread_mutex_t pool_lock;
typedef pthread_cond_t pool_signal;
typedef pthread_t pool_thread;
typedef void *thread_answer;
#define THREAD_CALL

static void lock_begin(pool_lock *lock) { pthread_mutex_init(lock, NULL); }
static void lock_end(pool_lock *lock) { pthread_mutex_destroy(lock); }
static void lock_take(pool_lock *lock) { pthread_mutex_lock(lock); }
static void lock_give(pool_lock *lock) { pthread_mutex_unlock(lock); }
static void signal_begin(pool_signal *signal) { pthread_cond_init(signal, NULL); }
static void signal_end(pool_signal *signal) { pthread_cond_destroy(signal); }
static void signal_all(pool_signal *signal) { pthread_cond_broadcast(signal); }
static void signal_wait(pool_signal *signal, pool_lock *lock) { pthread_cond_wait(signal, lock); }
static bool thread_begin(pool_thread *thread, thread_answer(THREAD_CALL *run)(void *), void *user) {
  return pthread_create(thread, NULL, run, user) == 0;
}
static void thread_join(pool_thread thread) { pthread_join(thread, NULL); }

#endif

/* ---- Locks --------------------------------------------------------------- */

struct platform_lock {
  pool_lock lock;
};

struct platform_lock *platform_lock_create(void) {
  struct platform_lock *lock = malloc(sizeof *lock);
  if (lock != NULL) {
    lock_begin(&lock->lock);
  }
  return lock;
}

void platform_lock_destroy(struct platform_lock *lock) {
  if (lock != NULL) {
    lock_end(&lock->lock);
    free(lock);
  }
}

void platform_lock_take(struct platform_lock *lock) { lock_take(&lock->lock); }
void platform_lock_give(struct platform_lock *lock) { lock_give(&lock->lock); }

int32_t platform_core_count(void) {
  const int64_t count = count_cores();
  return count < 1 ? 1 : count > MAX_WORKERS ? MAX_WORKERS : (int32_t)count;
}

/* ---- The pool ------------------------------------------------------------ */

struct pool_worker {
  struct platform_pool *pool;
  int32_t number;
  pool_thread thread;
};

struct platform_pool {
  ovl_jobs jobs;
  pool_lock lock;
  pool_signal begin, done;
  uint64_t round; /* calls of run so far */
  int32_t busy;   /* threads that have not finished this round */
  bool stop;
  void (*job)(void *context, int32_t index, int32_t worker);
  void *context;
  int32_t count;
  atomic_int next;
  int32_t thread_count;
  struct pool_worker workers[MAX_WORKERS]; /* number 0 is the calling thread */
};

static void work(struct platform_pool *pool, int32_t worker) {
  int32_t index = atomic_fetch_add(&pool->next, 1);
  while (index < pool->count) {
    pool->job(pool->context, index, worker);
    index = atomic_fetch_add(&pool->next, 1);
  }
}

static thread_answer THREAD_CALL run_worker(void *user) {
  struct pool_worker *worker = user;
  struct platform_pool *pool = worker->pool;
  uint64_t round = 0;
  lock_take(&pool->lock);
  for (;;) {
    while (pool->round == round && !pool->stop) {
      signal_wait(&pool->begin, &pool->lock);
    }
    if (pool->stop) {
      break;
    }
    round = pool->round;
    lock_give(&pool->lock);
    work(pool, worker->number);
    lock_take(&pool->lock);
    if (--pool->busy == 0) {
      signal_all(&pool->done);
    }
  }
  lock_give(&pool->lock);
  return 0;
}

static void run_jobs(void *user, int32_t count,
                     void (*job)(void *context, int32_t index, int32_t worker), void *context) {
  struct platform_pool *pool = user;
  lock_take(&pool->lock);
  pool->job = job;
  pool->context = context;
  pool->count = count;
  pool->busy = pool->thread_count;
  atomic_store(&pool->next, 0);
  pool->round++;
  signal_all(&pool->begin);
  lock_give(&pool->lock);
  work(pool, 0);
  lock_take(&pool->lock);
  while (pool->busy > 0) {
    signal_wait(&pool->done, &pool->lock);
  }
  lock_give(&pool->lock);
}

struct platform_pool *platform_pool_create(int32_t workers) {
  struct platform_pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) {
    return NULL;
  }
  const int32_t count = workers < 1 ? 1 : workers > MAX_WORKERS ? MAX_WORKERS : workers;
  pool->jobs = (ovl_jobs){.workers = count, .run = run_jobs, .user = pool};
  lock_begin(&pool->lock);
  signal_begin(&pool->begin);
  signal_begin(&pool->done);
  for (int32_t i = 1; i < count; i++) {
    struct pool_worker *worker = &pool->workers[i];
    worker->pool = pool;
    worker->number = i;
    if (!thread_begin(&worker->thread, run_worker, worker)) {
      platform_pool_destroy(pool);
      return NULL;
    }
    pool->thread_count++;
  }
  return pool;
}

const ovl_jobs *platform_pool_jobs(const struct platform_pool *pool) {
  return pool != NULL ? &pool->jobs : NULL;
}

void platform_pool_destroy(struct platform_pool *pool) {
  if (pool == NULL) {
    return;
  }
  lock_take(&pool->lock);
  pool->stop = true;
  signal_all(&pool->begin);
  lock_give(&pool->lock);
  for (int32_t i = 1; i <= pool->thread_count; i++) {
    thread_join(pool->workers[i].thread);
  }
  signal_end(&pool->done);
  signal_end(&pool->begin);
  lock_end(&pool->lock);
  free(pool);
}
