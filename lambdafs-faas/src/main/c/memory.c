/* Attaches the shared memory, and makes calls through its slots. */
#include "lambdafs.h"

#include <sched.h>
#include <sys/mman.h>
#include <time.h>

struct lfs_header *lfs_memory;
char lfs_mount[LFS_MOUNT_ROOM];
size_t lfs_mount_length;
bool lfs_broken;

static uint8_t *slots;
static uint32_t slot_count, data_bytes, handle_count, spin_micros, timeout_millis;
static __thread uint32_t last_slot;

static void refuse(const char *why) {
  lfs_broken = true;
  lfs_memory = NULL;
  dprintf(2, "lambdafs: the files below %s cannot be used: %s\n", lfs_mount_length ? lfs_mount : "the mount", why);
}

static size_t whole_size(const struct lfs_header *h) {
  size_t positions = ((size_t)h->handles * 8 + 4095) & ~(size_t)4095;
  return LFS_HEADER_BYTES + positions + (size_t)h->slots * (LFS_SLOT_HEADER + h->data_bytes);
}

static bool plausible(const struct lfs_header *h, off_t size) {
  return h->magic == LFS_MAGIC && h->version == LFS_VERSION && h->slots >= 1 && h->slots <= 1024 && h->data_bytes >= 16384 &&
         h->data_bytes <= 64 << 20 && h->data_bytes % 64 == 0 && h->handles >= 2 && h->handles <= 1 << 20 &&
         whole_size(h) == (size_t)size;
}

void lfs_attach(void) {
  const char *mount = getenv("LAMBDAFS_MOUNT");
  const char *directory = getenv("LAMBDAFS_IPC");
  if (!mount || !directory) return;
  lfs_mount_length = strlen(mount);
  if (mount[0] != '/' || lfs_mount_length < 2 || lfs_mount_length >= sizeof lfs_mount) {
    lfs_mount_length = 0;
    refuse("LAMBDAFS_MOUNT is not an absolute path");
    return;
  }
  memcpy(lfs_mount, mount, lfs_mount_length + 1);
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/memory", directory) >= (int)sizeof path) return refuse("LAMBDAFS_IPC is too long");
  int fd = REAL(open)(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return refuse("its server is not running");
  struct stat s;
  if (REAL(fstat)(fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != geteuid() || (s.st_mode & 077) != 0) {
    REAL(close)(fd);
    return refuse("the shared memory belongs to another user, or others may open it");
  }
  struct lfs_header *h = s.st_size < LFS_HEADER_BYTES
                             ? MAP_FAILED
                             : REAL(mmap)(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  REAL(close)(fd);
  if (h == MAP_FAILED) return refuse("the shared memory cannot be mapped");
  if (!plausible(h, s.st_size)) {
    munmap(h, (size_t)s.st_size);
    return refuse("the shared memory is of another version of lambdafs");
  }
  slot_count = h->slots;
  data_bytes = h->data_bytes;
  handle_count = h->handles;
  spin_micros = h->spin_micros;
  timeout_millis = h->timeout_millis;
  slots = (uint8_t *)h + (s.st_size - (off_t)slot_count * (LFS_SLOT_HEADER + data_bytes));
  lfs_memory = h;
}

_Atomic int64_t *lfs_position(uint32_t handle) {
  return (_Atomic int64_t *)((uint8_t *)lfs_memory + LFS_HEADER_BYTES) + (handle < handle_count ? handle : 0);
}

static struct lfs_slot *slot_at(uint32_t i) {
  return (struct lfs_slot *)(slots + (size_t)i * (LFS_SLOT_HEADER + data_bytes));
}

static int64_t now_micros(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static inline void pause_briefly(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static struct lfs_slot *try_claim(uint32_t connection) {
  for (uint32_t i = 0; i < slot_count; i++) {
    uint32_t number = (last_slot + i) % slot_count;
    struct lfs_slot *slot = slot_at(number);
    uint32_t none = 0;
    if (atomic_load_explicit(&slot->owner, memory_order_relaxed) == 0 &&
        atomic_compare_exchange_strong(&slot->owner, &none, connection)) {
      last_slot = number;
      return slot;
    }
  }
  return NULL;
}

static struct lfs_slot *claim(uint32_t connection) {
  struct lfs_slot *slot = try_claim(connection);
  if (slot) return slot;
  /* Waits are counted, not timed: a function may be frozen for minutes, and nothing is late then. */
  for (int64_t left = (int64_t)timeout_millis * 20; left > 0; left--) {
    struct timespec t = {0, 50000};
    sched_yield();
    if ((slot = try_claim(connection))) return slot;
    nanosleep(&t, NULL);
    if ((slot = try_claim(connection))) return slot;
  }
  return NULL;
}

static bool done(struct lfs_slot *slot) { return atomic_load_explicit(&slot->state, memory_order_acquire) == LFS_DONE; }

/* True when the server has answered; false when it is gone or takes too long. */
static bool await(struct lfs_slot *slot) {
  int64_t begin = now_micros();
  do {
    for (int i = 0; i < 32; i++) {
      if (done(slot)) return true;
      pause_briefly();
    }
    /* After a moment the processor goes to whoever waits for it: that may be the server. */
    sched_yield();
  } while (now_micros() - begin < spin_micros);
  atomic_exchange(&slot->waiting, 1);
  int64_t left = timeout_millis;
  while (!done(slot) && left > 0) {
    int waited = lfs_wait(left < 100 ? (int)left : 100);
    if (waited < 0) break;
    left -= waited;
  }
  bool answered = done(slot);
  /* Whoever resets the flag tells whether a byte comes. Another thread's byte stays for that thread. */
  if (atomic_exchange(&slot->waiting, 0) == 0 && answered) lfs_take_byte();
  return answered;
}

static void fill(struct lfs_slot *slot, const struct request *r) {
  uint8_t *data = (uint8_t *)slot + LFS_SLOT_HEADER;
  slot->op = r->op;
  slot->handle = r->handle;
  slot->handle2 = r->handle2;
  slot->a1 = r->a1;
  slot->a2 = r->a2;
  slot->a3 = r->a3;
  slot->length = (uint32_t)r->length;
  slot->length2 = (uint32_t)r->length2;
  if (r->length) memcpy(data, r->data, r->length);
  if (r->length2) memcpy(data + r->length, r->data2, r->length2);
}

static long take(struct lfs_slot *slot, struct request *r) {
  const uint8_t *data = (const uint8_t *)slot + LFS_SLOT_HEADER;
  size_t length = slot->reply_length;
  if (length > data_bytes) return -EIO;
  if (slot->error == LFS_OUTSIDE) {
    if (!r->outside || length >= PATH_MAX) return -EXDEV;
    memcpy(r->outside, data, length);
    r->outside[length] = 0;
    return OUTSIDE;
  }
  if (slot->error > 0) return -slot->error;
  r->got = length < r->room ? length : r->room;
  if (r->got) memcpy(r->into, data, r->got);
  return slot->result;
}

long lfs_call(struct request *r) {
  int saved = errno;
  uint32_t connection = lfs_memory ? lfs_connection() : 0;
  if (!connection) return -EIO;
  if (r->length > data_bytes || r->length2 > data_bytes - r->length) return -ENAMETOOLONG;
  struct lfs_slot *slot = claim(connection);
  if (!slot) return -EIO;
  fill(slot, r);
  atomic_store(&slot->waiting, 0);
  atomic_store(&slot->state, LFS_READY);
  if (atomic_load(&lfs_memory->sleeping)) lfs_wake_server();
  long result;
  if (await(slot)) {
    result = take(slot, r);
    atomic_store_explicit(&slot->state, LFS_IDLE, memory_order_relaxed);
    atomic_store_explicit(&slot->owner, 0, memory_order_release);
  } else {
    /* The server may still write there: it frees the slot, when it comes to it. */
    uint32_t ready = LFS_READY;
    if (!atomic_compare_exchange_strong(&slot->state, &ready, LFS_ABANDONED)) {
      atomic_store(&slot->state, LFS_IDLE);
      atomic_store(&slot->owner, 0);
    }
    result = -EIO;
  }
  errno = saved;
  return result;
}

long lfs_result(long result) {
  if (result == OUTSIDE || result >= 0) return result;
  return lfs_fail((int)-result);
}

size_t lfs_data_bytes(void) { return data_bytes; }
