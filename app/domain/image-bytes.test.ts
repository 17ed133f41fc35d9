import { describe, expect, test } from 'vitest';
import { jpeg, jpegSegment, png, pngChunk } from './image-bytes.fixture.ts';
import { type CleanPicture, cleanPicture, PICTURE_SIDE_MAX } from './image-bytes.ts';

const SECRET = 'GPS 52.5200 13.4050';

function cleaned(bytes: Uint8Array): CleanPicture {
  const picture = cleanPicture(bytes);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

const MINIMAL = (turn: number) => `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(turn)}\0\0\0\0\0\0`;

const SMALL_FIRST = (turn: number) =>
  `II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x04\0\0\0Cam\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(turn)}\0\0\0\0\0\0\0`;

describe('image bytes', () => {
  test('keeps the pixels of a JPEG and removes its metadata', () => {
    const segments = [
      jpegSegment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc'),
      jpegSegment(0xe1, `Exif\0\0${SECRET}`),
      jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
      jpegSegment(0xe2, `ICC_PROFILE\0${SECRET}`),
      jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
      jpegSegment(0xee, `Adobe\0d\0\0\0\0\x01${SECRET}`),
      jpegSegment(0xfe, SECRET),
    ];
    const picture = cleaned(jpeg({ width: 640, height: 480, segments, after: SECRET }));
    expect(picture).toMatchObject({ contentType: 'image/jpeg', width: 640, height: 480 });
    const text = textOf(picture.bytes);
    for (const gone of ['GPS', 'Exif', 'adobe.com', 'ICC', 'Photoshop', 'abc']) expect(text, gone).not.toContain(gone);
    const kept = [jpegSegment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'), jpegSegment(0xee, 'Adobe\0d\0\0\0\0\x01')];
    expect(picture.bytes).toEqual(jpeg({ width: 640, height: 480, segments: kept }));
    expect(cleaned(picture.bytes).bytes).toEqual(picture.bytes);
  });

  test.each([
    ['big-endian', MINIMAL(6), 6],
    ['little-endian, after another entry and before more data', SMALL_FIRST(8) + SECRET, 8],
    ['mirrored', MINIMAL(2), 2],
    ['upright', MINIMAL(1), null],
    ['invalid orientation', MINIMAL(9), null],
    ['truncated before the orientation', SMALL_FIRST(8).slice(0, 30), null],
    ['wrong entry type', MINIMAL(6).replace('\x12\0\x03', '\x12\0\x04'), null],
    ['entry offset beyond the end', MINIMAL(6).replace('\0\x08\0\x01', '\xff\xff\0\x01'), null],
    ['unknown byte order', MINIMAL(6).replace('MM', 'XX'), null],
    ['empty', '', null],
  ])('keeps only the orientation of Exif data: %s', (_what, tiff, turn) => {
    const exif = jpegSegment(0xe1, `Exif\0\0${tiff}`);
    const picture = cleaned(
      jpeg({ width: 640, height: 480, segments: [exif, jpegSegment(0xe1, `Exif\0\0${MINIMAL(3)}`)].slice(0, turn ? 2 : 1) }),
    );
    const kept = turn === null ? [] : [jpegSegment(0xe1, `Exif\0\0${MINIMAL(turn)}`)];
    expect(picture.bytes).toEqual(jpeg({ width: 640, height: 480, segments: kept }));
    expect(cleaned(picture.bytes).bytes).toEqual(picture.bytes);
  });

  test('keeps the pixels of a PNG and removes its metadata', () => {
    const kept = [pngChunk('gAMA', '\0\0\xb1\x8f'), pngChunk('sRGB', '\0'), pngChunk('PLTE', 'abc'), pngChunk('tRNS', '\0')];
    const told = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'iCCP', 'pHYs', 'acTL', 'fcTL', 'fdAT', 'prVt'].map((kind) =>
      pngChunk(kind, SECRET),
    );
    const picture = cleaned(png({ width: 32, height: 16, chunks: [...told, ...kept], after: SECRET }));
    expect(picture).toMatchObject({ contentType: 'image/png', width: 32, height: 16 });
    expect(picture.bytes).toEqual(png({ width: 32, height: 16, chunks: kept }));
  });

  test('rejects other formats and empty files', () => {
    const texts = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>alert(1)</script>',
      'GIF89a',
      'RIFF\0\0\0\0WEBP',
      'BM',
      '\xff\xd8',
      '',
    ];
    for (const text of texts) expect(cleanPicture(Uint8Array.from(text, (letter) => letter.charCodeAt(0))), text).toBe('format');
  });

  test('detects a file truncated at any byte', () => {
    for (const whole of [png({ width: 8, height: 8 }), jpeg({ width: 8, height: 8, segments: [jpegSegment(0xfe, 'words')] })]) {
      for (let length = 8; length < whole.length; length++) {
        expect(cleanPicture(whole.subarray(0, length)), String(length)).toBe('truncated');
      }
    }
  });

  test('limits each side to 1 to 4096 pixels', () => {
    for (const make of [png, jpeg]) {
      expect(cleaned(make({ width: PICTURE_SIDE_MAX, height: 1 })).width).toBe(4096);
      expect(cleanPicture(make({ width: PICTURE_SIDE_MAX + 1, height: 1 }))).toBe('dimensions');
      expect(cleanPicture(make({ width: 1, height: 65_535 }))).toBe('dimensions');
      expect(cleanPicture(make({ width: 0, height: 1 }))).toBe('format');
      expect(cleanPicture(make({ width: 1, height: 0 }))).toBe('format');
    }
  });

  test('rejects an unknown critical chunk, a second header and a segment that is too short', () => {
    expect(cleanPicture(png({ width: 1, height: 1, chunks: [pngChunk('WEIR', 'x')] }))).toBe('format');
    expect(cleanPicture(png({ width: 1, height: 1, chunks: [pngChunk('IHDR', '\0\0\x40\0\0\0\x40\0\x08\x06\0\0\0')] })), 'two sizes').toBe(
      'format',
    );
    const frame = jpegSegment(0xc0, '\x08\x7f\xff\x7f\xff\x01\x01\x11\0');
    expect(cleanPicture(jpeg({ width: 1, height: 1, segments: [frame] })), 'two sizes').toBe('format');
    expect(cleanPicture(Uint8Array.of(0xff, 0xd8, 0xff, 0xfe, 0, 1, 0xff, 0xd9)), 'a length of 1').toBe('format');
  });
});
