/** Why an image is rejected. `format`: not a valid PNG or JPEG. `truncated`: the data end early. `dimensions`: a side is too long. */
export type PictureFault = 'format' | 'truncated' | 'dimensions';

/** An image without metadata. Width and height are in pixels, as stored. */
export type CleanPicture = { contentType: 'image/png' | 'image/jpeg'; width: number; height: number; bytes: Uint8Array };

/** Maximum width and height in pixels. Browsers decode larger images unreliably. */
export const PICTURE_SIDE_MAX = 4096;

/** The state of the parser: the parts to keep, and the size from the header. */
type Reading = { parts: Array<Uint8Array>; width: number; height: number };

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_HEAD = 8;
const CHUNK_CRC = 4;
// The chunks for pixels, colors and transparency. All others are removed; they may contain text, times, locations or application data.
const PNG_KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD']);

const MARKER = {
  tem: 0x01,
  dht: 0xc4,
  jpg: 0xc8,
  dac: 0xcc,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app14: 0xee,
} as const;
// Tables that a decoder needs: DHT, DAC, DQT, DNL, DRI.
const JPEG_TABLES: ReadonlySet<number> = new Set([MARKER.dht, MARKER.dac, 0xdb, 0xdc, 0xdd]);
/** Length of a JFIF segment without its thumbnail: marker, length, name, version, density, two zeros. */
const JFIF_BYTES = 18;
/** Length of the Adobe segment, which defines the color transform: marker, length and twelve bytes. */
const ADOBE_BYTES = 16;

const EXIF_NAME = 'Exif\0\0';
/** Offset of the TIFF structure in an Exif segment, after marker, length and name. */
const TIFF_AT = 4 + EXIF_NAME.length;
const IFD_ENTRY = 12;
/** The Exif tag for the orientation: one 16-bit value, 1 (normal) to 8. */
const TURN_TAG = 0x0112;
const TWO_BYTES_TYPE = 3;

/**
 * Returns a PNG or JPEG without the data that a decoder does not need: Exif data, comments, color profiles, thumbnails, and data after the
 * image. Does not decode the image. Detects the type from the content, not from the name (S31). Keeps the orientation of a JPEG in a new
 * Exif segment; otherwise the image could be shown rotated.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | PictureFault {
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return finish('image/png', readPng(bytes));
  if (bytes[0] === 0xff && bytes[1] === MARKER.soi && bytes[2] === 0xff) return finish('image/jpeg', readJpeg(bytes));
  return 'format';
}

function finish(contentType: CleanPicture['contentType'], reading: Reading | PictureFault): CleanPicture | PictureFault {
  if (typeof reading === 'string') return reading;
  const { width, height, parts } = reading;
  if (width === 0 || height === 0) return 'format';
  if (width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX) return 'dimensions';
  return { contentType, width, height, bytes: joinBytes(parts) };
}

/** Reads chunks up to IEND and discards the data after it. */
function readPng(bytes: Uint8Array): Reading | PictureFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reading: Reading = { parts: [bytes.subarray(0, PNG_SIGNATURE.length)], width: 0, height: 0 };
  let hasPixels = false;
  for (let at = PNG_SIGNATURE.length; ; ) {
    if (at + CHUNK_HEAD + CHUNK_CRC > bytes.length) return 'truncated';
    const length = view.getUint32(at);
    const kind = nameAt(bytes, at + 4, 4);
    const end = at + CHUNK_HEAD + length + CHUNK_CRC;
    const isFirst = at === PNG_SIGNATURE.length;
    if (isFirst !== (kind === 'IHDR')) return 'format';
    if (end > bytes.length) return 'truncated';
    if (kind === 'IHDR') {
      if (length !== 13) return 'format';
      reading.width = view.getUint32(at + CHUNK_HEAD);
      reading.height = view.getUint32(at + CHUNK_HEAD + 4);
    }
    hasPixels ||= kind === 'IDAT' && length > 0;
    if (PNG_KEPT.has(kind)) reading.parts.push(bytes.subarray(at, end));
    // A chunk type with an uppercase first letter is critical for decoding, and this type is unknown.
    else if (/^[A-Z]/.test(kind)) return 'format';
    if (kind === 'IEND') return hasPixels ? reading : 'truncated';
    at = end;
  }
}

/** Reads segments up to EOI and discards the data after it. */
function readJpeg(bytes: Uint8Array): Reading | PictureFault {
  const reading: Reading = { parts: [bytes.subarray(0, 2)], width: 0, height: 0 };
  let hasPixels = false;
  let hasTurn = false;
  for (let at = 2; ; ) {
    // Any number of 0xff fill bytes may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined) return 'truncated';
    if (bytes[at] !== 0xff) return 'format';
    if (marker === MARKER.eoi) {
      if (!hasPixels) return 'truncated';
      reading.parts.push(bytes.subarray(at, at + 2));
      return reading;
    }
    if (isBare(marker)) {
      at += 2;
      continue;
    }
    const end = at + 2 + sizeAt(bytes, at + 2);
    if (end < at + 4) return at + 4 > bytes.length ? 'truncated' : 'format';
    if (end > bytes.length) return 'truncated';
    const segment = bytes.subarray(at, end);
    at = end;
    if (isFrame(marker)) {
      // A second frame header could declare a size that was not checked.
      if (segment.length < 9 || reading.width !== 0) return 'format';
      reading.height = sizeAt(segment, 5);
      reading.width = sizeAt(segment, 7);
      if (reading.width === 0 || reading.height === 0) return 'format';
    }
    // If there are several orientations, keeps the first.
    const turn = marker === MARKER.app1 && !hasTurn ? turnIn(segment) : null;
    if (turn !== null) {
      hasTurn = true;
      reading.parts.push(toTurnSegment(turn));
    }
    if (marker === MARKER.sos) {
      if (reading.width === 0) return 'format';
      at = endOfScan(bytes, end);
      if (at === bytes.length) return 'truncated';
      reading.parts.push(segment, bytes.subarray(end, at));
      hasPixels ||= at > end;
    } else {
      reading.parts.push(...keptOf(marker, segment));
    }
  }
}

/** Returns the bytes to keep of a segment that is not a scan: none, all, or only the fixed fields at its start. */
function keptOf(marker: number, segment: Uint8Array): Array<Uint8Array> {
  if (isFrame(marker) || JPEG_TABLES.has(marker)) return [segment];
  if (marker === MARKER.app0 && nameAt(segment, 4, 5) === 'JFIF\0' && segment.length >= JFIF_BYTES) {
    const bare = segment.slice(0, JFIF_BYTES);
    bare.set([0, JFIF_BYTES - 2], 2);
    bare.set([0, 0], JFIF_BYTES - 2);
    return [bare];
  }
  if (marker === MARKER.app14 && nameAt(segment, 4, 5) === 'Adobe' && segment.length >= ADOBE_BYTES) {
    const bare = segment.slice(0, ADOBE_BYTES);
    bare.set([0, ADOBE_BYTES - 2], 2);
    return [bare];
  }
  return [];
}

/** Returns the orientation in an Exif segment, 2 to 8. Null if it is missing, normal or unreadable. */
function turnIn(segment: Uint8Array): number | null {
  if (nameAt(segment, 4, EXIF_NAME.length) !== EXIF_NAME || segment.length < TIFF_AT + 8) return null;
  const view = new DataView(segment.buffer, segment.byteOffset + TIFF_AT, segment.byteLength - TIFF_AT);
  const order = nameAt(segment, TIFF_AT, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const isSmallFirst = order === 'II';
  const first = view.getUint32(4, isSmallFirst);
  if (view.getUint16(2, isSmallFirst) !== 42 || first + 2 > view.byteLength) return null;
  const end = Math.min(view.byteLength, first + 2 + view.getUint16(first, isSmallFirst) * IFD_ENTRY);
  for (let at = first + 2; at + IFD_ENTRY <= end; at += IFD_ENTRY) {
    if (view.getUint16(at, isSmallFirst) !== TURN_TAG) continue;
    const isOne = view.getUint16(at + 2, isSmallFirst) === TWO_BYTES_TYPE && view.getUint32(at + 4, isSmallFirst) === 1;
    const turn = view.getUint16(at + 8, isSmallFirst);
    return isOne && turn >= 2 && turn <= 8 ? turn : null;
  }
  return null;
}

/** Returns an Exif segment with only the orientation. */
function toTurnSegment(turn: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    TURN_TAG >> 8,
    TURN_TAG & 0xff,
    0,
    TWO_BYTES_TYPE,
    0,
    0,
    0,
    1,
    0,
    turn,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const name = Array.from(EXIF_NAME, (letter) => letter.charCodeAt(0));
  return Uint8Array.of(0xff, MARKER.app1, 0, 2 + name.length + tiff.length, ...name, ...tiff);
}

/** Returns the end of the scan data: the next marker, or the end of the file. Skips stuffed zeros and restart markers. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== MARKER.dht && marker !== MARKER.jpg && marker !== MARKER.dac;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** Returns true for a marker without length and payload. */
function isBare(marker: number): boolean {
  return marker === MARKER.tem || marker === MARKER.soi || isRestart(marker);
}

/** Returns a big-endian 16-bit value; 0 after the end of the data. */
function sizeAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Returns bytes as Latin-1 text. */
export function nameAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Concatenates byte arrays. */
export function joinBytes(parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
