import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OFFLINE_SCRIPT } from './offline-script';

let isThere = false;
let word = '';

beforeEach(() => {
  [isThere, word] = [false, '{"status":"ok"}'];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response(word);
  });
  document.body.innerHTML = '<a data-retry href="/manage">Again</a><p data-waiting hidden>Waiting</p>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * Opens the offline page as the service worker does.
 * @returns the URLs that it redirects to
 */
function open(search: string): Array<string> {
  const gone: Array<string> = [];
  vi.spyOn(location, 'replace').mockImplementation((to) => void gone.push(String(to)));
  history.replaceState(null, '', `/offline${search}`);
  // biome-ignore lint/security/noGlobalEval: the test runs the inline script from its text.
  window.eval(OFFLINE_SCRIPT);
  return gone;
}

describe('offline script', () => {
  test('checks the server every 3 s and returns to the requested page (PWA-002, PWA-004)', async () => {
    const gone = open('?from=%2Fmy-family%3Fchild%3D1');
    expect(document.querySelector('[data-retry]')?.getAttribute('href')).toBe('/my-family?child=1');
    expect(document.querySelector('[data-waiting]')?.hasAttribute('hidden')).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(gone).toEqual([]);
    isThere = true;
    await vi.advanceTimersByTimeAsync(2999);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['/my-family?child=1']);
  });

  test.each(['<!DOCTYPE html><title>Welcome</title>', '{}', 'null', ''])('does not accept a captive portal’s answer «%s»', async (said) => {
    const gone = open('');
    [isThere, word] = [true, said];
    await vi.advanceTimersByTimeAsync(6000);
    expect(gone).toEqual([]);
  });

  test.each([
    ['no page', ''],
    ['the offline page', '?from=/offline'],
    ['another site', '?from=https://evil.example/x'],
    ['another site without scheme', '?from=//evil.example/x'],
    ['another site after a tab character', '?from=/%09/evil.example/x'],
    ['another site after a dot', '?from=/.//evil.example/x'],
    ['an invalid URL', '?from=http://['],
    ['a javascript: URL', '?from=javascript:alert(1)'],
  ])('redirects to /manage if `from` names %s (PWA-003)', async (_, search) => {
    const gone = open(search);
    isThere = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect([document.querySelector('[data-retry]')?.getAttribute('href'), ...gone]).toEqual(['/manage', '/manage']);
  });
});
