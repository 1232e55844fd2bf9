#include "CQREncode.h"

#include <stddef.h>

#include "loaded.h"

// The declarations of libqrencode 4 (qrencode.h, LGPL 2.1 or later) that are needed, so that building needs no header.
// Unchanged since 3.1.
typedef struct {
  int version;
  int width;
  unsigned char *data;
} QRcode;

typedef enum { QR_ECLEVEL_L = 0, QR_ECLEVEL_M } QRecLevel;

QRcode *QRcode_encodeData(int size, const unsigned char *data, int version, QRecLevel level);
void QRcode_free(QRcode *code);

#define FUNCTIONS(F)                                                                                         \
  F(QRcode *, QRcode_encodeData, (int size, const unsigned char *data, int version, QRecLevel level),        \
    (size, data, version, level))                                                                            \
  F(void, QRcode_free, (QRcode *code), (code))

THRUM_LOADED("libqrencode.so.4", "libqrencode4", FUNCTIONS)

const char *thrum_qr_load(void) { return thrum_load(&library); }

int thrum_qr_encode(const unsigned char *bytes, int count, unsigned char *modules, int capacity) {
  QRcode *code = QRcode_encodeData(count, bytes, 0, QR_ECLEVEL_M);
  if (!code) return 0;
  int width = code->width * code->width <= capacity ? code->width : 0;
  for (int place = 0; place < width * width; place++) modules[place] = code->data[place] & 1;
  QRcode_free(code);
  return width;
}
