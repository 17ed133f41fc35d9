function bytesOf(text: string): Array<number> {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function fourBytes(value: number): Array<number> {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
}

/** Returns a WebP chunk, padded to an even length. `text`: one byte per character. */
export function webpChunk(kind: string, text: string): Array<number> {
  return [...bytesOf(kind), ...fourBytes(text.length), ...bytesOf(text), ...(text.length % 2 === 0 ? [] : [0])];
}

/** Returns a lossy image chunk with a valid header and no real pixels. */
export function lossy(width: number, height: number): Array<number> {
  return webpChunk('VP8 ', `\0\0\0\x9d\x01\x2a${String.fromCharCode(width & 255, width >> 8, height & 255, height >> 8)}pixels`);
}

/** Returns a lossless image chunk with a valid header and no real pixels. */
export function lossless(width: number, height: number): Array<number> {
  const bits = (width - 1) | ((height - 1) << 14);
  return webpChunk('VP8L', `\x2f${String.fromCharCode(...fourBytes(bits))}pixels`);
}

/** Returns a structurally valid WebP. `after`: bytes after the end. */
export function webp(chunks: Array<Array<number>>, after = ''): Uint8Array {
  const content = [...bytesOf('WEBP'), ...chunks.flat()];
  return Uint8Array.from([...bytesOf('RIFF'), ...fourBytes(content.length), ...content, ...bytesOf(after)]);
}
