function bytesOf(text: string): Array<number> {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function fourBytes(value: number): Array<number> {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
}

/** `text` holds one byte per letter; an odd number of them is padded. */
export function webpChunk(kind: string, text: string): Array<number> {
  return [...bytesOf(kind), ...fourBytes(text.length), ...bytesOf(text), ...(text.length % 2 === 0 ? [] : [0])];
}

/** The pixels of a lossy picture, as far as its header goes. */
export function lossy(width: number, height: number): Array<number> {
  return webpChunk('VP8 ', `\0\0\0\x9d\x01\x2a${String.fromCharCode(width & 255, width >> 8, height & 255, height >> 8)}pixels`);
}

/** The same of a lossless one. */
export function lossless(width: number, height: number): Array<number> {
  const bits = (width - 1) | ((height - 1) << 14);
  return webpChunk('VP8L', `\x2f${String.fromCharCode(...fourBytes(bits))}pixels`);
}

/** A WebP as far as its structure goes. `after` stands behind its end. */
export function webp(chunks: Array<Array<number>>, after = ''): Uint8Array {
  const content = [...bytesOf('WEBP'), ...chunks.flat()];
  return Uint8Array.from([...bytesOf('RIFF'), ...fourBytes(content.length), ...content, ...bytesOf(after)]);
}
