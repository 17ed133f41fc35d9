type Wanted<Part> = { width: number; height: number; after?: string } & Part;

function bytesOf(text: string): Array<number> {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function twoBytes(value: number): Array<number> {
  return [value >> 8, value & 0xff];
}

function fourBytes(value: number): Array<number> {
  return [...twoBytes(value >>> 16), ...twoBytes(value & 0xffff)];
}

/** Returns a JPEG segment. Each character of `text` becomes one byte. */
export function jpegSegment(marker: number, text: string): Array<number> {
  return [0xff, marker, ...twoBytes(text.length + 2), ...bytesOf(text)];
}

/** Returns a structurally valid JPEG without real pixels. `after` is the data after the end marker. */
export function jpeg({ width, height, segments = [], after = '' }: Wanted<{ segments?: Array<Array<number>> }>): Uint8Array {
  const frame = String.fromCharCode(8, ...twoBytes(height), ...twoBytes(width), 1, 1, 0x11, 0);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segments.flat(),
    ...jpegSegment(0xdb, '\0'.repeat(65)),
    ...jpegSegment(0xc0, frame),
    ...jpegSegment(0xc4, '\0'.repeat(17)),
    ...jpegSegment(0xda, '\x01\x01\0\0\x3f\0'),
    ...[1, 2, 0xff, 0, 3, 0xff, 0xd0, 4],
    ...[0xff, 0xd9],
    ...bytesOf(after),
  ]);
}

/** Returns a PNG chunk with checksum 0. */
export function pngChunk(kind: string, text: string): Array<number> {
  return [...fourBytes(text.length), ...bytesOf(kind), ...bytesOf(text), 0, 0, 0, 0];
}

/** Returns a structurally valid PNG without real pixels. `after` is the data after the last chunk. */
export function png({ width, height, chunks = [], after = '' }: Wanted<{ chunks?: Array<Array<number>> }>): Uint8Array {
  const size = String.fromCharCode(...fourBytes(width), ...fourBytes(height));
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...pngChunk('IHDR', `${size}\x08\x06\0\0\0`),
    ...chunks.flat(),
    ...pngChunk('IDAT', 'pixels'),
    ...pngChunk('IEND', ''),
    ...bytesOf(after),
  ]);
}
