// libmicrohttpd, loaded when a server starts, and its variadic functions, which Swift cannot call.
#pragma once
#include <microhttpd.h>
#include <stddef.h>

struct thrum_http_limits {
  unsigned int connections;     // simultaneous
  unsigned int per_client;      // simultaneous from one address; 0 for no limit
  unsigned int idle_seconds;    // without a byte in either direction
  size_t head_bytes;            // memory for a request's head
};

/// Loads libmicrohttpd. Returns NULL or an error message. Idempotent.
const char *thrum_http_load(void);

// Starts a server on an IPv4 address with one thread per connection. Returns NULL and errno on failure.
struct MHD_Daemon *thrum_http_start(
    uint32_t host, uint16_t port, struct thrum_http_limits limits, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, void *context);

// Returns the port, or 0 if the server does not listen.
uint16_t thrum_http_port(struct MHD_Daemon *daemon);

// Returns a client's IPv4 address, or 0 if unknown.
uint32_t thrum_http_client(struct MHD_Connection *connection);

// Returns a connection's socket, or -1 if unknown.
int thrum_http_socket(struct MHD_Connection *connection);

// Whether the client has closed its end, as a browser does to cancel a request (poll with POLLRDHUP).
int thrum_http_client_has_gone(int socket);

// Whether a request's head has bytes that the handler does not see, because it contains NUL, or lines without CRLF.
int thrum_http_hides_bytes(struct MHD_Connection *connection, const char *method, const char *version);

// Closes an upgraded connection.
void thrum_http_close(struct MHD_UpgradeResponseHandle *handle);

// Creates a response with a copy of the bytes.
static inline struct MHD_Response *thrum_http_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)(bytes ? bytes : ""), MHD_RESPMEM_MUST_COPY);
}

// Whether a connection starts rather than ends.
static inline int thrum_http_is_opening(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

// Whether a request was fully answered.
static inline int thrum_http_is_complete(enum MHD_RequestTerminationCode code) {
  return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}
