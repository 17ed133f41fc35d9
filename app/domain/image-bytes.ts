/** What is wrong with the bytes of a picture: no PNG or JPEG by its content, cut off, or with a side that is too long. */
export type PictureFault = 'format' | 'truncated' | 'dimensions';

/** A picture without what it told of place, time and camera. Sides in pixels, as they are stored. */
export type CleanPicture = { contentType: 'image/png' | 'image/jpeg'; width: number; height: number; bytes: Uint8Array };

/** Pixels on a side at most: what browsers decode without trouble. */
export const PICTURE_SIDE_MAX = 4096;

/** A picture as it is being read: the parts that stay, and what the header said of its size. */
type Reading = { parts: Array<Uint8Array>; width: number; height: number };

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_HEAD = 8;
const CHUNK_CRC = 4;
// What the pixels need, and what their colours and transparency mean. Everything else is words, times, places or a program's own.
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
/** Of JFIF without its thumbnail: marker, length, name, version, density, two zeros. */
const JFIF_BYTES = 18;
/** Of Adobe's segment, which says what the colours are: marker, length and twelve bytes. */
const ADOBE_BYTES = 16;

const EXIF_NAME = 'Exif\0\0';
/** Where the TIFF structure of an Exif segment begins: behind marker, length and name. */
const TIFF_AT = 4 + EXIF_NAME.length;
const IFD_ENTRY = 12;
/** The entry that says how the picture is to be turned or mirrored: 1 = not at all, at most 8. One number of two bytes. */
const TURN_TAG = 0x0112;
const TWO_BYTES_TYPE = 3;

/**
 * Takes out of a PNG or JPEG everything that no decoder needs, without decoding it: Exif with its place and time, comments, colour profiles,
 * thumbnails, a second picture behind the first. What a file is, its bytes tell and not its name (S31). Of what a camera notes beside a JPEG
 * only the turn stays, in an Exif of its own that says nothing else: without it the picture would lie on its side.
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

/** Chunk by chunk up to the end chunk; what follows it is no part of the picture. */
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
    // A capital first letter: no decoder may do without it.
    else if (/^[A-Z]/.test(kind)) return 'format';
    if (kind === 'IEND') return hasPixels ? reading : 'truncated';
    at = end;
  }
}

/** Segment by segment up to the end marker; what follows it is no part of the picture. */
function readJpeg(bytes: Uint8Array): Reading | PictureFault {
  const reading: Reading = { parts: [bytes.subarray(0, 2)], width: 0, height: 0 };
  let hasPixels = false;
  let hasTurn = false;
  for (let at = 2; ; ) {
    // Any number of 0xff may stand before a marker.
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
      // A second frame could say another size than the one that was looked at.
      if (segment.length < 9 || reading.width !== 0) return 'format';
      reading.height = sizeAt(segment, 5);
      reading.width = sizeAt(segment, 7);
      if (reading.width === 0 || reading.height === 0) return 'format';
    }
    // Of two, the first counts.
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

/** What is kept of a segment that is no scan: none of it, all of it, or what is left when a thumbnail is taken out. */
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

/** How an Exif segment wants the picture turned, 2 to 8; null where it does not say so, or cannot be read. */
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

/** An Exif segment with one entry, the turn. */
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

/** Where the coded pixels end: at a marker that is neither a stuffed zero nor a restart. The length of all where none comes. */
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

/** A marker without a length and content. */
function isBare(marker: number): boolean {
  return marker === MARKER.tem || marker === MARKER.soi || isRestart(marker);
}

/** Two bytes, the greater first; 0 behind the end. */
function sizeAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** So many bytes as text, one letter each. */
export function nameAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Parts of a file, one behind the other. */
export function joinBytes(parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
