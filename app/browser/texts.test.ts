import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTextReader, findTexts, TEXT_READS, type Texts } from './texts.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a fake file source whose responses the test triggers. */
function controlledFiles() {
  const asked: Array<{ language: string; answer(texts: Texts): void; fail(): void }> = [];
  const read = createTextReader(
    (language) =>
      new Promise<Texts>((resolve, reject) => {
        asked.push({ language, answer: resolve, fail: () => reject(new Error('down')) });
      }),
  );
  return { asked, read };
}

describe('texts', () => {
  test('uses the values of the specification (CONST-048 to CONST-050)', () => {
    expect(TEXT_READS).toEqual({ concurrent: 10, retries: 5, baseWaitMs: 350 });
  });

  test('queues the eleventh read until one of ten has ended (I18N-021)', async () => {
    const { asked, read } = controlledFiles();
    const all = Array.from({ length: 12 }, (_, index) => read(`l${index}`, 'common'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(10);
    asked[3]?.answer({});
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ language }) => language).slice(10)).toEqual(['l10']);
    for (const file of asked) file.answer({});
    await vi.advanceTimersByTimeAsync(0);
    for (const file of asked) file.answer({});
    await expect(Promise.all(all)).resolves.toHaveLength(12);
  });

  test('reads at most ten files at the same time, even with queued reads', async () => {
    const { asked, read } = controlledFiles();
    const all = Array.from({ length: 15 }, (_, index) => read(`l${index}`, 'common'));
    for (let ended = 0; ended < 25; ended += 1) {
      await vi.advanceTimersByTimeAsync(0);
      expect(asked.length - ended).toBe(Math.min(10, 25 - ended));
      asked[ended]?.answer({});
      await vi.advanceTimersByTimeAsync(0);
      if (all.length < 25) all.push(read(`late${ended}`, 'common'));
    }
    await expect(Promise.all(all)).resolves.toHaveLength(25);
  });

  test('frees the slot of a failed read', async () => {
    const { asked, read } = controlledFiles();
    const failing = Array.from({ length: 10 }, () => read('de', 'common').catch(() => null));
    await vi.advanceTimersByTimeAsync(0);
    for (const file of asked) file.fail();
    await vi.advanceTimersByTimeAsync(0);
    const late = read('fr', 'common');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(11);
    asked[10]?.answer({ a: 'b' });
    await expect(late).resolves.toEqual({ a: 'b' });
    expect(failing).toHaveLength(10);
  });

  test('retries five times with delays from 350 ms, then throws an error with the language (I18N-020, I18N-022, I18N-023)', async () => {
    const begun = Date.now();
    const tries: Array<number> = [];
    const read = createTextReader(async () => {
      tries.push(Date.now() - begun);
      throw new Error('down');
    });
    const reading = expect(read('de', 'common')).rejects.toThrow('Error fetching de');
    await vi.runAllTimersAsync();
    await reading;
    expect(tries).toEqual([0, 350, 1050, 2450, 5250, 10850]);
  });

  test('returns the texts when a retry succeeds', async () => {
    let tries = 0;
    const read = createTextReader(async () => {
      tries += 1;
      if (tries < 6) throw new Error('down');
      return { a: 'b' };
    });
    const reading = read('de', 'common');
    await vi.runAllTimersAsync();
    await expect(reading).resolves.toEqual({ a: 'b' });
  });

  const ENGLISH = { greetings: { hello: 'Hello' }, farewells: { bye: 'Bye' } };

  test('falls back to English when a language fails, and reports it', async () => {
    const reports: Array<string> = [];
    vi.stubGlobal('location', { pathname: '/' });
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (init?.method === 'POST') {
        reports.push(String(init.body));
        return Response.json({ reference: 'r' });
      }
      return String(url).includes('/de') ? new Response('<html>', { status: 404 }) : Response.json(ENGLISH);
    });
    const finding = findTexts('de', 'common');
    await vi.runAllTimersAsync();
    await expect(finding).resolves.toEqual({ language: 'en', texts: ENGLISH });
    expect(reports.join()).toContain('Error fetching de');
  });

  test.each(['<!DOCTYPE html><title>Portal</title>', '{}', 'null', '[{},{}]', '"de"', '{"error":"login","code":7}'])(
    'retries %s and does not return it',
    async (body) => {
      let asked = 0;
      vi.stubGlobal('location', { pathname: '/' });
      vi.stubGlobal('fetch', async (url: string) => {
        if (!String(url).includes('/de')) return new Response(null, { status: 500 });
        asked += 1;
        return asked < 3 ? new Response(body) : Response.json(ENGLISH);
      });
      const finding = findTexts('de', 'common');
      await vi.runAllTimersAsync();
      await expect(finding).resolves.toEqual({ language: 'de', texts: ENGLISH });
      expect(asked).toBe(3);
    },
  );

  test('throws when English fails too', async () => {
    vi.stubGlobal('location', { pathname: '/' });
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    const finding = expect(findTexts('de', 'common')).rejects.toThrow('Error fetching en');
    await vi.runAllTimersAsync();
    await finding;
  });
});
