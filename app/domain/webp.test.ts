import { describe, expect, test } from 'vitest';
import { PICTURE_SIDE_MAX } from './image-bytes.ts';
import { lossless, lossy, webp, webpChunk } from './webp.fixture.ts';
import { cleanWebp } from './webp.ts';

const SECRET = 'GPS 52.5200 13.4050';
const canvas = (width: number, height: number, flags = '\x10') =>
  webpChunk(
    'VP8X',
    `${flags}\0\0\0${String.fromCharCode((width - 1) & 255, (width - 1) >> 8, 0, (height - 1) & 255, (height - 1) >> 8, 0)}`,
  );

describe('webp', () => {
  test('keeps the pixels of a WebP and removes its metadata', () => {
    const told = ['ICCP', 'EXIF', 'XMP ', 'prVt'].map((kind) => webpChunk(kind, SECRET));
    const alpha = webpChunk('ALPH', '\0abc');
    const dirty = webp([canvas(512, 300, '\x3c'), ...told, alpha, lossy(512, 300)], `<script>${SECRET}</script>`);
    const picture = cleanWebp(dirty);
    expect(picture).toEqual({
      contentType: 'image/webp',
      width: 512,
      height: 300,
      bytes: webp([canvas(512, 300), alpha, lossy(512, 300)]),
    });
    expect(cleanWebp(webp([lossless(300, 4096)]))).toMatchObject({ width: 300, height: 4096, bytes: webp([lossless(300, 4096)]) });
    expect(cleanWebp(webp([lossy(17, 9)]))).toMatchObject({ width: 17, height: 9 });
  });

  test.each([
    ['not a WebP', Uint8Array.from('GIF89a', (letter) => letter.charCodeAt(0)), 'format'],
    ['animated', webp([canvas(8, 8, '\x02'), webpChunk('ANIM', '\0'.repeat(6)), webpChunk('ANMF', '\0'.repeat(16))]), 'format'],
    ['two images', webp([lossy(8, 8), lossy(9, 9)]), 'format'],
    ['canvas size differs from image size', webp([canvas(8, 8), lossy(4000, 8)]), 'format'],
    ['canvas header after the image', webp([lossy(8, 8), canvas(8, 8)]), 'format'],
    ['not a key frame', webp([webpChunk('VP8 ', `\x01\0\0\x9d\x01\x2a\x08\0\x08\0.`)]), 'format'],
    ['zero width', webp([lossy(0, 8)]), 'format'],
    ['no image data', webp([canvas(8, 8)]), 'truncated'],
    ['truncated file', webp([lossy(8, 8)]).subarray(0, 25), 'truncated'],
    ['chunk beyond the end', webp([webpChunk('VP8 ', 'x').with(4, 99)]), 'truncated'],
    ['side too long', webp([lossless(PICTURE_SIDE_MAX + 1, 1)]), 'dimensions'],
  ])('returns the fault of an invalid WebP: %s', (_what, bytes, fault) => {
    expect(cleanWebp(bytes)).toBe(fault);
  });
});
