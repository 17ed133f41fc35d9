import type { Bytes } from '#app/keys/bytes.ts';
import type { Screen } from './samples.ts';

/** Longest side of a thumbnail in pixels. */
const THUMB_PIXELS = 256;
/** Width of a letter, as a part of the font size. */
const LETTER_WIDTH = 0.6;

/** A JPEG with its size in pixels. */
export type Picture = { bytes: Bytes; width: number; height: number };

/**
 * Draws a screen as a JPEG and its thumbnail. `maxPixels`: the longest side; a smaller screen is not enlarged. `quality`: 0 to 1.
 * @throws Error if this machine can’t draw
 */
export async function drawScreen(
  screen: Screen,
  { maxPixels, quality }: { maxPixels: number; quality: number },
): Promise<{ picture: Picture; thumb: Picture }> {
  // Loaded when it is needed, because most runs of a device draw nothing.
  const { default: sharp } = await import('sharp');
  const svg = Buffer.from(toSvg(screen));
  const draw = async (pixels: number): Promise<Picture> => {
    const fit = { width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true } as const;
    const { data, info } = await sharp(svg)
      .resize(fit)
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: Math.round(quality * 100) })
      .toBuffer({
        resolveWithObject: true,
      });
    return { bytes: new Uint8Array(data), width: info.width, height: info.height };
  };
  const [picture, thumb] = await Promise.all([draw(maxPixels), draw(THUMB_PIXELS)]);
  return { picture, thumb };
}

/** Returns the drawing of a screen: a bar with the app, a title, and each line of text in a bubble. */
export function toSvg({ app, title, lines, width, height }: Screen): string {
  const hue = [...app.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const [, , ...body] = lines;
  const step = Math.min(96, (height - 220) / Math.max(1, body.length));
  const bubbles = body.map((line, index) => {
    const isOwn = index % 3 === 1;
    const x = isOwn ? width * 0.18 : 20;
    const y = 150 + index * step;
    const fill = isOwn ? `hsl(${hue} 55% 88%)` : '#f1f1f4';
    const room = width * 0.76;
    const size = Math.min(width > height ? 24 : 19, (room - 32) / ([...line].length * LETTER_WIDTH));
    return `<rect x="${x}" y="${y}" width="${room}" height="${step - 20}" rx="14" fill="${fill}"/>
<text x="${x + 16}" y="${y + step / 2 - 4}" font-size="${size}" fill="#1d1d22">${escapeXml(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">
<rect width="100%" height="100%" fill="#ffffff"/>
<rect width="100%" height="64" fill="hsl(${hue} 45% 38%)"/>
<text x="20" y="42" font-size="24" fill="#ffffff">${escapeXml(app.name)}</text>
<text x="20" y="112" font-size="26" font-weight="bold" fill="#1d1d22">${escapeXml(title)}</text>
${bubbles.join('\n')}
<rect y="${height - 56}" width="100%" height="56" fill="#f7f7f9"/>
<rect x="${width / 2 - 60}" y="${height - 16}" width="120" height="5" rx="2.5" fill="#1d1d22"/>
</svg>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
