import { afterEach, describe, expect, test, vi } from 'vitest';
import { findChromium, requireChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

describe('chromium', () => {
  test('the browser that is named wins', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/chromium');
    expect(requireChromium()).toBe('/opt/chromium');
  });

  test('without any, and with nothing to install it by, one sentence says what to do', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', '/nowhere');
    expect(findChromium()).toBeNull();
    expect(() => requireChromium()).toThrow('Chromium not found. Install it, or set CHROMIUM_PATH.');
  });
});
