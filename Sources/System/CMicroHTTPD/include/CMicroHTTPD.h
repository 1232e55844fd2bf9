// The system header of libmicrohttpd, which is loaded when a server starts, and what Swift cannot say: calls with a variable number of
// arguments.
#pragma once
#include <microhttpd.h>
#include <stddef.h>

// How much a server grants its clients.
struct thrum_http_limits {
  unsigned int connections;     // at a time
  unsigned int idle_seconds;    // without a byte in either direction
  size_t head_bytes;            // of a request's head, in memory
};

/// Loads libmicrohttpd. NULL, or what is missing. Idempotent.
const char *thrum_http_load(void);

// Starts a server on an IPv4 address with a thread for each connection; NULL and errno when it cannot.
struct MHD_Daemon *thrum_http_start(
    uint32_t host, uint16_t port, struct thrum_http_limits limits, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, void *context);

// The port a server listens on, 0 when it does not.
uint16_t thrum_http_port(struct MHD_Daemon *daemon);

// The socket of a connection, -1 when it is not known.
int thrum_http_socket(struct MHD_Connection *connection);

// Whether the client of a socket has closed its end; a browser does when a request is given up (poll with POLLRDHUP).
int thrum_http_client_has_gone(int socket);

// Gives an upgraded connection back.
void thrum_http_close(struct MHD_UpgradeResponseHandle *handle);

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
