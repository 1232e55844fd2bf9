// QR codes through libqrencode, loaded on demand.
#ifndef THRUM_CQRENCODE_H
#define THRUM_CQRENCODE_H

/// Loads libqrencode. Returns NULL or an error message. Idempotent.
const char *thrum_qr_load(void);

/// Encodes bytes with error correction of 15 %. Writes the modules row by row, 1 for dark. Returns the width, or 0 if
/// the bytes do not fit.
int thrum_qr_encode(const unsigned char *bytes, int count, unsigned char *modules, int capacity);

/// Modules of the largest code, 177 by 177.
#define THRUM_QR_MODULES 31329

#endif
