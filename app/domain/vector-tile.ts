const LAYER_FIELD = 3;
const LENGTH_DELIMITED = 2;

/**
 * True if the bytes are only the complete layers of an uncompressed vector tile, or empty. False for HTML, JSON, images and compressed
 * data.
 */
export function isVectorTile(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== ((LAYER_FIELD << 3) | LENGTH_DELIMITED)) return false;
    let [length, shift] = [0, 0];
    let byte = 128;
    for (at += 1; byte > 127; at += 1) {
      if (at >= bytes.length || shift > 28) return false;
      byte = bytes[at] ?? 0;
      length += (byte & 127) * 2 ** shift;
      shift += 7;
    }
    at += length;
  }
  return at === bytes.length;
}
