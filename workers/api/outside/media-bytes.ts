import { cleanPicture, nameAt } from '#app/domain/image-bytes';
import { cleanWebp, isWebp } from '#app/domain/webp';

/** Type of a file, detected from its content. SVG, HTML and other types that browsers could execute are never served. */
export type MediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'video/mp4' | 'video/webm';

export type MediaKind = 'logo' | 'screenshot' | 'video';

export type MediaFile = { contentType: MediaType; bytes: Uint8Array };

/**
 * Maximum number of pixels in an image. Browsers need four bytes per pixel regardless of the file size, and a list shows one logo per app.
 */
const PIXELS_MAX = { logo: 1024 * 1024, screenshot: 8_000_000 };
/** Minimum side of a logo in pixels. Smaller logos would be blurred on pages. */
const LOGO_SIDE_MIN = 48;
// Brands that encoders use for browser-compatible MP4.
const MP4_BRANDS: ReadonlySet<string> = new Set(['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ']);
const EBML = '\x1a\x45\xdf\xa3';

/**
 * Returns the file with the type detected from its bytes, ignoring Content-Type. Rebuilds images without parts that decoders do not need,
 * so that they can't contain hidden data. Images must be complete.
 * @throws Error that names the problem
 */
export function readMedia(kind: MediaKind, bytes: Uint8Array): MediaFile {
  if (kind === 'video') return { contentType: videoType(bytes), bytes };
  const picture = isWebp(bytes) ? cleanWebp(bytes) : cleanPicture(bytes);
  if (typeof picture === 'string') throw new Error(`Unsupported picture: ${picture}`);
  if (picture.width * picture.height > PIXELS_MAX[kind]) throw new Error('Unsupported picture: dimensions');
  if (kind === 'logo' && Math.min(picture.width, picture.height) < LOGO_SIDE_MIN) throw new Error('Unsupported picture: too small');
  return picture;
}

function videoType(bytes: Uint8Array): MediaType {
  if (nameAt(bytes, 4, 4) === 'ftyp' && MP4_BRANDS.has(nameAt(bytes, 8, 4))) return 'video/mp4';
  if (nameAt(bytes, 0, 4) === EBML && nameAt(bytes, 0, 64).includes('\x42\x82\x84webm')) return 'video/webm';
  throw new Error('Unsupported video: format');
}
