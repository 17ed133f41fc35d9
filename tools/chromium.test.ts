import { afterEach, describe, expect, test, vi } from 'vitest';
import { findChromium, requireChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

describe('chromium', () => {
  test('prefers the browser in CHROMIUM_PATH', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/chromium');
    expect(requireChromium()).toBe('/opt/chromium');
  });

  test('explains what to do without a browser and without a way to install one', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', '/nowhere');
    expect(findChromium()).toBeNull();
    expect(() => requireChromium()).toThrow('Chromium not found. Install it, or set CHROMIUM_PATH.');
  });
});
