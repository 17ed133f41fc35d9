import { describe, expect, test } from 'vitest';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import {
  acceptCookieNotice,
  answerChoice,
  COOKIE_NOTICE_COOKIE,
  isCookieNoticeDue,
  isMenuOpen,
  readTheme,
  rememberMenu,
  rememberTheme,
} from './choices.server';
import { YEAR_SECONDS } from './cookies.server';

const page = (cookie: string) => new Request('https://porchlight.example/manage', { headers: { Cookie: cookie } });

/** Saves these menu choices one after another in one browser. Returns the last context and a request with its cookie. */
async function afterMenus(...choices: Array<[string, boolean]>) {
  let context = webContext();
  for (const [account, isOpen] of choices) {
    const request = requestWithCookies(context);
    context = webContext();
    await rememberMenu(request, context, account, isOpen);
  }
  return { context, request: requestWithCookies(context) };
}

describe('choices', () => {
  test('stores the menu per account, and distinguishes «folded» from «never chosen» (NAV-015, A92)', async () => {
    expect(await isMenuOpen(page(''), webContext(), 'ann')).toBe(null);
    const { request } = await afterMenus(['ann', true], ['bob', true], ['ann', false]);
    expect(await isMenuOpen(request, webContext(), 'ann')).toBe(false);
    expect(await isMenuOpen(request, webContext(), 'bob')).toBe(true);
    expect(await isMenuOpen(request, webContext(), 'eve')).toBe(null);
  });

  test('keeps the cookie small and free of account IDs, and removes the least recently used account', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `account-${index}`);
    const filled = await afterMenus(...twenty.map((account): [string, boolean] => [account, true]));
    expect(filled.context.responseCookies).toHaveLength(1);
    const [cookie = ''] = filled.context.responseCookies;
    expect(cookie.length).toBeLessThan(320);
    expect(cookie).not.toContain('account');
    for (const account of twenty) expect(await isMenuOpen(filled.request, webContext(), account)).toBe(true);
    // The first account visits again, so it is no longer the least recently used. Then a 21st account is added.
    const back = webContext();
    await isMenuOpen(filled.request, back, 'account-0');
    const oneMore = webContext();
    await rememberMenu(requestWithCookies(back), oneMore, 'account-20', true);
    const isOpen = (account: string) => isMenuOpen(requestWithCookies(oneMore), webContext(), account);
    expect([await isOpen('account-20'), await isOpen('account-0'), await isOpen('account-1')]).toEqual([true, true, null]);
  });

  test('writes no cookie on repeated visits', async () => {
    const { request } = await afterMenus(['ann', true], ['bob', true]);
    const [bob, folded] = [webContext(), webContext()];
    await isMenuOpen(request, bob, 'bob');
    await isMenuOpen(request, folded, 'eve');
    expect([bob.responseCookies, folded.responseCookies]).toEqual([[], []]);
  });

  test('keeps the cookie of twenty folded menus small', async () => {
    const twenty = Array.from({ length: 21 }, (_, index): [string, boolean] => [`account-${index}`, false]);
    const { context, request } = await afterMenus(...twenty);
    expect(context.responseCookies[0]?.length).toBeLessThan(320);
    expect(await isMenuOpen(request, webContext(), 'account-20')).toBe(false);
    expect(await isMenuOpen(request, webContext(), 'account-0')).toBe(null);
  });

  test.each(['menu=', 'menu=....', 'menu=<script>', `menu=${'f'.repeat(4000)}`, 'menu=0123456789', 'menu=--0123456789'])(
    'ignores the invalid cookie %s',
    async (cookie) => {
      expect(await isMenuOpen(page(cookie), webContext(), 'ann')).toBe(null);
    },
  );

  test.each([
    ['theme=dark', 'dark'],
    ['theme=light', 'light'],
    ['theme=system', null],
    ['theme=../dark', null],
    ['theme="><script>', null],
    ['', null],
  ])('reads the cookie %s as theme %s', (cookie, theme) => {
    expect(readTheme(page(cookie), webContext())).toBe(theme);
  });

  test("deletes the theme cookie when the system's theme is chosen", () => {
    const context = webContext();
    rememberTheme(context, 'dark');
    expect(context.responseCookies).toEqual([expect.stringMatching(`^theme=dark; .*Max-Age=${YEAR_SECONDS};`)]);
    rememberTheme(context, null);
    expect(context.responseCookies).toEqual([expect.stringMatching('^theme=; .*Max-Age=0;')]);
  });

  test('shows the cookie notice until it is accepted, then hides it for a year (NAV-059, 060, CONST-040, 041)', () => {
    expect([COOKIE_NOTICE_COOKIE, YEAR_SECONDS]).toEqual(['cookieNoticeAccepted', 31_536_000]);
    const context = webContext();
    expect(isCookieNoticeDue(page(''), context)).toBe(true);
    acceptCookieNotice(context);
    expect(context.responseCookies).toEqual([expect.stringMatching('^cookieNoticeAccepted=true; .*Max-Age=31536000; .*Secure')]);
    expect(isCookieNoticeDue(requestWithCookies(context), webContext())).toBe(false);
    // The cookie value of earlier versions.
    expect(isCookieNoticeDue(page('cookieNoticeAccepted=1'), webContext())).toBe(false);
  });

  test.each([
    ['/my-family?child=1', '/my-family?child=1'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['', '/'],
  ])('a choice made on «%s» redirects to %s', async (path, to) => {
    const body = new URLSearchParams({ path });
    const answer = await answerChoice(new Request('https://porchlight.example/resources/theme', { method: 'POST', body }), () => {});
    expect(answer).toRedirectTo(to);
  });

  test('responds 204 to a script instead of redirecting', async () => {
    const headers = { 'Sec-Fetch-Dest': 'empty' };
    const request = new Request('https://porchlight.example/resources/menu', { method: 'POST', headers, body: new URLSearchParams() });
    expect((await answerChoice(request, () => {})).status).toBe(204);
  });
});
