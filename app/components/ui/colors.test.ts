import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AVATAR_COLOURS } from '#app/domain/avatar.ts';

type Rgb = [red: number, green: number, blue: number];

const styles = readFileSync(join(import.meta.dirname, '../../styles.css'), 'utf8');
const faces = readFileSync(join(import.meta.dirname, 'avatar.css'), 'utf8');
const themes = ['light', 'dark'] as const;

/** Returns the color tokens of a theme that are declared as `--name: #x` or `--name: light-dark(#x, #y)`. */
function tokensOf(theme: (typeof themes)[number]): Map<string, Rgb> {
  const found = [...styles.matchAll(/--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)];
  return new Map(found.map(([, name = '', light = '', dark = light]) => [name, fromHex(theme === 'light' ? light : dark)]));
}

function fromHex(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

/** Converts OKLCH (hue in degrees) to sRGB as in CSS Color 4. Clips colors outside the gamut, as browsers do. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(Math.max(value, 0), 1));
  const [red = 0, green = 0, blue = 0] = linear.map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
  return [red, green, blue];
}

/** Returns the WCAG 2.2 contrast ratio of two colors, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = (rgb: Rgb) => {
    const [red = 0, green = 0, blue = 0] = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised'];
const STATES = ['allowed', 'blocked', 'paused', 'pending', 'unmanaged'];
const pairs = (texts: Array<string>, grounds: Array<string>) => texts.flatMap((text) => grounds.map((ground) => [text, ground] as const));
const TEXTS = [
  ...pairs(['ink', 'muted', 'brand'], [...GROUNDS, 'brand-tint']),
  ...pairs(STATES, GROUNDS),
  ...STATES.flatMap((state) => pairs([state, 'ink', 'muted'], [`${state}-tint`])),
  // The icon in the mark of a state, and the text of a remove button.
  ...STATES.map((state) => ['surface', state] as const),
  ...pairs(['on-brand'], ['brand', 'brand-deep']),
  ['plan-ink', 'plan'] as const,
];
const CONTROLS = [...pairs(['edge', 'brand'], GROUNDS), ['blocked', 'surface'] as const];

describe('colors', () => {
  test.each(themes)('%s: text has a contrast of at least 5:1, and borders of controls at least 3:1', (theme) => {
    const tokens = tokensOf(theme);
    const weak = (list: ReadonlyArray<readonly [string, string]>, least: number) =>
      list.flatMap(([front, back]) => {
        const [one, other] = [tokens.get(front), tokens.get(back)];
        const ratio = one === undefined || other === undefined ? 0 : contrast(one, other);
        return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}`];
      });
    expect(weak(TEXTS, 5)).toEqual([]);
    expect(weak(CONTROLS, 3)).toEqual([]);
  });

  test('there are twenty different avatar colors, each with a contrast of at least 7.7:1 to the initial', () => {
    const hues = new Map([...faces.matchAll(/\.face-(\d+) \{\s*--hue: (\d+);/g)].map(([, slot, hue]) => [Number(slot), Number(hue)]));
    expect([...hues.keys()]).toEqual([...Array(AVATAR_COLOURS).keys()]);
    expect(new Set(hues.values()).size).toBe(AVATAR_COLOURS);
    const [ground, ink] = ['background', 'color'].map((property) => {
      const [, lightness, chroma] = new RegExp(`\\b${property}: oklch\\(([\\d.]+) ([\\d.]+) calc\\(var\\(--hue\\)`).exec(faces) ?? [];
      return { lightness: Number(lightness), chroma: Number(chroma) };
    });
    const ratios = [...hues.values()].map((hue) => {
      const [back, front] = [ground, ink].map((part) => fromOklch(part?.lightness ?? 0, part?.chroma ?? 0, hue));
      return back === undefined || front === undefined ? 0 : contrast(back, front);
    });
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(7.7);
  });

  test('`contrast` returns 21:1 for black on white, and `fromOklch` converts the sRGB primaries', () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
    const bytes = (rgb: Rgb) => rgb.map((value) => Math.round(value * 255));
    expect(bytes(fromOklch(0.62796, 0.25768, 29.2339))).toEqual([255, 0, 0]);
    expect(bytes(fromOklch(0.86644, 0.29483, 142.4953))).toEqual([0, 255, 0]);
    expect(bytes(fromOklch(0.45201, 0.31321, 264.052))).toEqual([0, 0, 255]);
  });
});
