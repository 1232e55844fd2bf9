// The system header of libmicrohttpd, and what Swift cannot say: calls with a variable number of arguments.
#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <string.h>

// How much a server grants its clients.
struct thrum_http_limits {
  unsigned int connections;     // at a time
  unsigned int idle_seconds;    // without a byte in either direction
  size_t head_bytes;            // of a request's head, in memory
};

static inline void thrum_http_say_nothing(void *context, const char *format, va_list arguments) {
  (void)context, (void)format, (void)arguments;
}

// Starts a server on an IPv4 address with a thread for each connection; NULL and errno when it cannot.
static inline struct MHD_Daemon *thrum_http_start(
    uint32_t host, uint16_t port, struct thrum_http_limits limits, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, void *context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(host);
  return MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC | MHD_ALLOW_UPGRADE |
          MHD_USE_ERROR_LOG,
      port, NULL, NULL, handle, context,
      MHD_OPTION_EXTERNAL_LOGGER, thrum_http_say_nothing, NULL,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.head_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_END);
}

// The port a server listens on, 0 when it does not.
static inline uint16_t thrum_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// The socket of a connection, -1 when it is not known.
static inline int thrum_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Gives an upgraded connection back.
static inline void thrum_http_close(struct MHD_UpgradeResponseHandle *handle) {
  MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

// An answer with a copy of the bytes.
static inline struct MHD_Response *thrum_http_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)(bytes ? bytes : ""), MHD_RESPMEM_MUST_COPY);
}

// Whether a connection begins; otherwise it ends.
static inline int thrum_http_is_opening(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

// Whether a request was answered as it should be.
static inline int thrum_http_is_complete(enum MHD_RequestTerminationCode code) {
  return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}
