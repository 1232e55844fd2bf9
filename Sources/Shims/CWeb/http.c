#define _GNU_SOURCE
#include "CWeb.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>

#include "loaded.h"

#define FUNCTIONS(F)                                                                                                     \
  F(void, MHD_stop_daemon, (struct MHD_Daemon *daemon), (daemon))                                                        \
  F(MHD_socket, MHD_quiesce_daemon, (struct MHD_Daemon *daemon), (daemon))                                               \
  F(struct MHD_Response *, MHD_create_response_from_buffer, (size_t count, void *bytes, enum MHD_ResponseMemoryMode mode), \
    (count, bytes, mode))                                                                                                \
  F(struct MHD_Response *, MHD_create_response_for_upgrade, (MHD_UpgradeHandler handler, void *context),                 \
    (handler, context))                                                                                                  \
  F(const char *, MHD_get_version, (void), ())                                                                           \
  F(size_t, MHD_http_unescape, (char *text), (text))                                                                     \
  F(void, MHD_destroy_response, (struct MHD_Response *response), (response))                                             \
  F(enum MHD_Result, MHD_add_response_header, (struct MHD_Response *response, const char *name, const char *value),      \
    (response, name, value))                                                                                             \
  F(enum MHD_Result, MHD_queue_response, (struct MHD_Connection *connection, unsigned int status,                        \
    struct MHD_Response *response), (connection, status, response))                                                      \
  F(int, MHD_get_connection_values, (struct MHD_Connection *connection, enum MHD_ValueKind kind,                         \
    MHD_KeyValueIterator iterator, void *context), (connection, kind, iterator, context))                                \
  F(int, MHD_get_connection_values_n, (struct MHD_Connection *connection, enum MHD_ValueKind kind,                       \
    MHD_KeyValueIteratorN iterator, void *context), (connection, kind, iterator, context))

// Variadic functions cannot be forwarded, so they are called through their pointers.
#define VARIADIC(F)                                                                                                   \
  F(struct MHD_Daemon *, MHD_start_daemon, (unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback policy,       \
    void *policyContext, MHD_AccessHandlerCallback handler, void *context, ...), ())                                  \
  F(const union MHD_DaemonInfo *, MHD_get_daemon_info, (struct MHD_Daemon *daemon, enum MHD_DaemonInfoType kind, ...), ()) \
  F(const union MHD_ConnectionInfo *, MHD_get_connection_info, (struct MHD_Connection *connection,                    \
    enum MHD_ConnectionInfoType kind, ...), ())                                                                       \
  F(enum MHD_Result, MHD_upgrade_action, (struct MHD_UpgradeResponseHandle *handle, enum MHD_UpgradeAction action, ...), ())

VARIADIC(THRUM_PLACE)
FUNCTIONS(THRUM_PLACE)
static const struct thrum_function functions[] = {VARIADIC(THRUM_FIND) FUNCTIONS(THRUM_FIND){0, 0}};
static struct thrum_loading loading;
static const struct thrum_library library = {"libmicrohttpd.so.12", "libmicrohttpd12", functions, &loading};
FUNCTIONS(THRUM_PASS)

const char *thrum_http_load(void) { return thrum_load(&library); }

// The library tries again at once after a connection that could not be accepted for lack of descriptors or memory, and
// only logs the failure. A pause here keeps that thread from using a whole core; WAIT is in milliseconds.
enum { WAIT = 50 };
static void log_failure(void *context, const char *format, va_list arguments) {
  (void)context, (void)format, (void)arguments;
  if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) poll(NULL, 0, WAIT);
}

// Decodes a target's path, or a name or value of its arguments. A path that contains NUL would be cut there, so NUL is
// replaced by a byte that occurs in no name.
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  for (char *nul = text; (nul = strstr(nul, "%00")); nul += 3) memcpy(nul, "%FF", 3);
  return MHD_http_unescape(text);
}

// Before 0.9.77, the library cuts a target and a field's value at NUL. It then leaves the head in one buffer, in which
// each part follows the one before.
static int cuts(void) { return strverscmp(MHD_get_version(), "0.9.77") < 0; }

// Sees a target before it is decoded. One that is cut is made one that nobody serves.
static void *see_target(void *context, const char *target, struct MHD_Connection *connection) {
  (void)context, (void)connection;
  size_t count = strlen(target);
  if (cuts() && count > 0 && strncmp(target + count + 1, "HTTP/", 5) != 0) ((char *)target)[count - 1] = '\xFF';
  return NULL;
}

struct head {
  const char *next; // where the next field has to begin
  int is_whole;
};

static enum MHD_Result follow(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct head *head = context;
  if (name != head->next || !value) head->is_whole = 0;
  if (value) head->next = value + strlen(value) + 2;
  return MHD_YES;
}

int thrum_http_hides_bytes(struct MHD_Connection *connection, const char *method, const char *version) {
  const union MHD_ConnectionInfo *info =
      place_of_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (!cuts() || !info) return 0;
  struct head head = {version + strlen(version) + 2, 1};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, follow, &head);
  return !head.is_whole || head.next + 2 != method + info->header_size;
}

struct MHD_Daemon *thrum_http_start(
    uint32_t host, uint16_t port, struct thrum_http_limits limits, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, void *context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(host);
  thrum_need(&library);
  return place_of_MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC | MHD_ALLOW_UPGRADE |
          MHD_USE_ERROR_LOG,
      port, NULL, NULL, handle, context,
      MHD_OPTION_EXTERNAL_LOGGER, log_failure, NULL,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, see_target, NULL,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.per_client,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.head_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_END);
}

uint16_t thrum_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = place_of_MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

uint32_t thrum_http_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = place_of_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr || info->client_addr->sa_family != AF_INET) return 0;
  return ntohl(((const struct sockaddr_in *)info->client_addr)->sin_addr.s_addr);
}

int thrum_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = place_of_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

int thrum_http_client_has_gone(int socket) {
  struct pollfd wait = {.fd = socket, .events = POLLRDHUP};
  return poll(&wait, 1, 0) > 0;
}

void thrum_http_close(struct MHD_UpgradeResponseHandle *handle) {
  place_of_MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
