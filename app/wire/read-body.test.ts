import { describe, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

/** Returns a request whose body arrives in pieces. With `whole: false`, the body never ends. */
function streamed(pieces: Array<string>, { whole = true, headers = {} }: { whole?: boolean; headers?: Record<string, string> } = {}) {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (whole) controller.close();
      else return new Promise(() => undefined);
      return undefined;
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return { request: new Request('https://porchlight.example/', init as RequestInit), state };
}

describe('readBody', () => {
  test('returns the whole body if it arrives in pieces', async () => {
    const { request } = streamed(['ab', 'c']);
    expect(new TextDecoder().decode(await readBody(request, 3))).toBe('abc');
  });

  test('returns no bytes for a request without a body', async () => {
    expect(await readBody(new Request('https://porchlight.example/'), 3)).toHaveLength(0);
  });

  test.each([
    ['before it is read, when it says its length', { 'Content-Length': '4' }, false],
    ['while it is read, when it says none', {}, true],
  ] satisfies Array<[string, Record<string, string>, boolean]>)('refuses a body that is too large, %s', async (_, headers, isCancelled) => {
    const { request, state } = streamed(['abc', 'd'], { whole: false, headers });
    await expect(readBody(request, 3)).rejects.toMatchObject({ reason: 'too_large' });
    expect(state.isCancelled).toBe(isCancelled);
  });

  test('refuses a body that does not end in time, and stops reading', async () => {
    const { request, state } = streamed(['a', 'b'], { whole: false });
    await expect(readBody(request, 100, 20)).rejects.toMatchObject({ reason: 'too_slow' });
    expect(state.isCancelled).toBe(true);
  });
});
