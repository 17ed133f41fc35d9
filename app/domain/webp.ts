import { joinBytes, nameAt, PICTURE_SIDE_MAX, type PictureFault } from './image-bytes.ts';

/** A WebP without metadata. Width and height in pixels. */
export type CleanWebp = { contentType: 'image/webp'; width: number; height: number; bytes: Uint8Array<ArrayBuffer> };

type Size = { width: number; height: number };

const HEAD = 12;
const CHUNK_HEAD = 8;
const CANVAS_BYTES = 10;
const KEPT: ReadonlySet<string> = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L']);
const ANIMATED: ReadonlySet<string> = new Set(['ANIM', 'ANMF']);
/** The only flag kept in an extended header: transparency. Color profile, Exif, XMP and animation are removed. */
const ALPHA_FLAG = 0x10;

/** True if the bytes start with a WebP header. */
export function isWebp(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0, 4) === 'RIFF' && nameAt(bytes, 8, 4) === 'WEBP';
}

/**
 * Returns the file without Exif, XMP, color profile, unknown chunks and data after its end. Does not decode the image. Returns the fault of
 * an animated or invalid file.
 */
export function cleanWebp(bytes: Uint8Array): CleanWebp | PictureFault {
  if (!isWebp(bytes)) return 'format';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = CHUNK_HEAD + view.getUint32(4, true);
  if (end > bytes.length) return 'truncated';
  const parts: Array<Uint8Array> = [];
  let canvas: Size | null = null;
  let pixels: Size | null = null;
  for (let at = HEAD; at < end; ) {
    if (at + CHUNK_HEAD > end) return 'truncated';
    const kind = nameAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const next = at + CHUNK_HEAD + length + (length % 2);
    if (next > end) return 'truncated';
    const chunk = bytes.slice(at, next);
    const content = chunk.subarray(CHUNK_HEAD, CHUNK_HEAD + length);
    if (ANIMATED.has(kind)) return 'format';
    if (kind === 'VP8X') {
      if (at !== HEAD || length !== CANVAS_BYTES) return 'format';
      canvas = { width: 1 + threeBytesAt(content, 4), height: 1 + threeBytesAt(content, 7) };
      chunk[CHUNK_HEAD] = (content[0] ?? 0) & ALPHA_FLAG;
    } else if (kind === 'VP8 ' || kind === 'VP8L') {
      // A second image could have a different size from the checked one.
      if (pixels !== null) return 'format';
      pixels = kind === 'VP8 ' ? sizeOfLossy(content) : sizeOfLossless(content);
      if (pixels === null) return 'format';
    }
    if (KEPT.has(kind)) parts.push(chunk);
    at = next;
  }
  if (pixels === null) return 'truncated';
  if (canvas !== null && (canvas.width !== pixels.width || canvas.height !== pixels.height)) return 'format';
  if (pixels.width > PICTURE_SIDE_MAX || pixels.height > PICTURE_SIDE_MAX) return 'dimensions';
  const whole = joinBytes([bytes.slice(0, HEAD), ...parts]);
  new DataView(whole.buffer).setUint32(4, whole.length - CHUNK_HEAD, true);
  return { contentType: 'image/webp', ...pixels, bytes: whole };
}

/** Reads the size of a VP8 key frame: 3-byte frame tag, 3-byte start code, 14-bit width and height. Null if invalid. */
function sizeOfLossy(content: Uint8Array): Size | null {
  const [first = 1] = content;
  if (content.length <= 10 || (first & 1) !== 0 || nameAt(content, 3, 3) !== '\x9d\x01\x2a') return null;
  const width = twoBytesAt(content, 6) & 0x3fff;
  const height = twoBytesAt(content, 8) & 0x3fff;
  return width === 0 || height === 0 ? null : { width, height };
}

/** Reads the size of a VP8L image: 1-byte signature, then width - 1 and height - 1 with 14 bits each. Null if invalid. */
function sizeOfLossless(content: Uint8Array): Size | null {
  if (content.length <= 5 || content[0] !== 0x2f) return null;
  const bits = threeBytesAt(content, 1) + (content[4] ?? 0) * 0x1000000;
  return { width: 1 + (bits & 0x3fff), height: 1 + (Math.floor(bits / 0x4000) & 0x3fff) };
}

function twoBytesAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function threeBytesAt(bytes: Uint8Array, at: number): number {
  return twoBytesAt(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}
