import { describe, expect, test } from 'vitest';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { newBrowserId, readKnown, rememberKnown } from './known-browser.server';

describe('known browser', () => {
  test('creates ids of 128 random bits', () => {
    const ids = Array.from({ length: 20 }, newBrowserId);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  });

  test('keeps five accounts, newest first, each with its last id, sealed for 400 days (A132)', async () => {
    let request = new Request('https://porchlight.example/');
    let context = webContext();
    for (const account of ['a', 'b', 'c', 'b', 'd', 'e', 'f']) {
      context = webContext();
      await rememberKnown(request, context, account, `id-${account}`);
      request = requestWithCookies(context);
    }
    expect(context.responseCookies).toEqual([
      expect.stringMatching(/^__Host-known=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(context.responseCookies[0]).not.toContain('id-f');
    expect((await readKnown(request, webContext())).map(({ accountId }) => accountId)).toEqual(['f', 'e', 'd', 'b', 'c']);
  });

  test('ignores a cookie that is not ours', async () => {
    const request = new Request('https://porchlight.example/', { headers: { Cookie: '__Host-known=k1.1.nonsense.nonsense' } });
    expect(await readKnown(request, webContext())).toEqual([]);
  });
});
