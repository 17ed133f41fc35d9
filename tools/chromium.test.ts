import { afterEach, describe, expect, test, vi } from 'vitest';
import { findChromium, requireChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

describe('requireChromium', () => {
  test('returns the browser in CHROMIUM_PATH if it is set', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/chromium');
    expect(requireChromium()).toBe('/opt/chromium');
  });

  test('throws an error with the remedy when no browser is found or can be installed', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', '/nowhere');
    expect(findChromium()).toBeNull();
    expect(() => requireChromium()).toThrow('Chromium not found. Install it, or set CHROMIUM_PATH.');
  });
});
