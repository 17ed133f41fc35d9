const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the Punycode of a host label (RFC 3492), without 'xn--': 'münchen' becomes 'mnchen-3ya'. ASCII input gets a trailing «-». */
export function encodePunycode(label: string): string {
  const codes = [...label].map((character) => character.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < FIRST_CODE);
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '');
  let code = FIRST_CODE;
  let delta = 0;
  let bias = FIRST_BIAS;
  let handled = basic.length;
  while (handled < codes.length) {
    const next = Math.min(...codes.filter((candidate) => candidate >= code));
    delta += (next - code) * (handled + 1);
    code = next;
    for (const candidate of codes) {
      if (candidate < code) delta += 1;
      if (candidate !== code) continue;
      output += toDigits(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    code += 1;
  }
  return output;
}

function toDigits(delta: number, bias: number): string {
  let digits = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const t = Math.min(T_MAX, Math.max(T_MIN, k - bias));
    if (rest < t) return digits + toDigit(rest);
    digits += toDigit(t + ((rest - t) % (BASE - t)));
    rest = Math.floor((rest - t) / (BASE - t));
  }
}

function toDigit(value: number): string {
  return DIGITS.charAt(value);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
