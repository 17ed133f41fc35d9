/** The hue of each slot in degrees, as in `avatar.css`. */
const HUES = [316, 82, 208, 334, 100, 226, 352, 118, 244, 10, 136, 262, 28, 154, 280, 46, 172, 298, 64, 190];
const LIGHTNESS = 0.83;
const CHROMA = 0.105;

/** Returns the color of a child's slot as hex, for the map, which cannot read the page's styles. */
export function faceColor(slot: number): string {
  const hue = ((HUES[slot % HUES.length] ?? 0) * Math.PI) / 180;
  return toHex(LIGHTNESS, CHROMA * Math.cos(hue), CHROMA * Math.sin(hue));
}

/** Converts OKLab to sRGB (Ottosson 2020). */
function toHex(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((value) => toByte(value).toString(16).padStart(2, '0')).join('')}`;
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.max(0, Math.min(1, value)));
}
