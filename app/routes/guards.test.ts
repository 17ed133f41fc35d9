import { describe, expect, test } from 'vitest';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';

type Handler = (args: { request: Request; context: ReturnType<typeof webContext>; params: Record<string, string> }) => unknown;
type RouteModule = { loader?: Handler; action?: Handler };

const modules = import.meta.glob<RouteModule>(['./*.tsx', '!./*.test.tsx']);

// Routes that need no session (A109), each with its reason. All others must redirect anonymous visitors to the login.
const PUBLIC: Record<string, string> = {
  './$.tsx': 'redirects, reads nothing',
  './_bare.forgot.tsx': 'for users who cannot log in',
  './_bare.mailbox.tsx': 'exists only in the demonstration',
  './_bare.reset.tsx': 'opened from an email, by users who cannot log in',
  './_bare.switch-account.tsx': 'asks whether to log out, or redirects',
  './_bare.undo-email.tsx': 'opened from an email, in any browser',
  './_index.tsx': 'landing and login',
  './[.]well-known.change-password.tsx': 'redirects to a guarded page',
  './[.]well-known.security[.]txt.tsx': 'for people who report a vulnerability',
  './apple-sso-init.tsx': 'part of single sign-on',
  './apple-sso-redirect.tsx': 'part of single sign-on',
  './google-sso-init.tsx': 'part of single sign-on',
  './google-sso-redirect.tsx': 'part of single sign-on',
  './docs.tsx': 'redirects to the API documentation',
  './error.tsx': 'must work when logged out',
  './login.tsx': 'redirects to the landing page',
  './logout.tsx': 'ends the session, if there is one',
  './resources.cookie-notice.tsx': 'the notice is on every page',
  './manifest[.]webmanifest.tsx': 'read by browsers that install the app',
  './offline.tsx': 'the same for everyone',
  './resources.language.tsx': 'stores the language',
  './resources.menu.tsx': 'stores a setting of the session, if there is one',
  './resources.report.tsx': 'error reports, logged in or not',
  './resources.theme.tsx': 'stores the theme',
  './resources.view.tsx': 'page views, logged in or not',
  './resources.zones.tsx': 'the same for every user of a language',
  './promo.$.tsx': 'sign-up; the payment calls requireParent',
  './robots[.]txt.tsx': 'for search engines',
  './sitemap[.]xml.tsx': 'for search engines',
  './signup.($groupId).tsx': 'sign-up',
};

async function outcomeOf(handler: Handler, method: string): Promise<unknown> {
  const body = method === 'POST' ? new URLSearchParams({ intent: 'x' }) : null;
  const request = new Request('https://porchlight.example/some/page?x=1', { method, body });
  try {
    return await handler({ request, context: webContext(), params: { userId: 'u' } });
  } catch (thrown) {
    return thrown;
  }
}

// The showcase and the endpoint chooser are public (A91, A109).
const guarded = Object.keys(modules).filter((path) => !(path in PUBLIC) && !/^\.\/demo[._]/.test(path));

describe('route guards', () => {
  test('lists only routes that exist', () => {
    expect(Object.keys(PUBLIC).filter((path) => !(path in modules))).toEqual([]);
    expect(guarded.length).toBeGreaterThan(5);
  });

  test.each(['./_index.tsx', './signup.($groupId).tsx', './_bare.forgot.tsx'])(
    '%s, a page for visitors, redirects a logged-in parent to /manage (AUTH-026)',
    async (path) => {
      const route = await modules[path]?.();
      const context = webContext();
      await writeSession(context, makeSession());
      const request = requestWithCookies(context, 'https://porchlight.example/');
      const [outcome] = await Promise.allSettled([route?.loader?.({ request, context, params: {} })]);
      expect(outcome.status === 'rejected' ? outcome.reason : null).toRedirectTo('/manage');
    },
  );

  test.each(guarded)('%s redirects an anonymous visitor to the login from loader and action', async (path) => {
    const route = await modules[path]?.();
    const handlers: Array<[string, Handler | undefined]> = [
      ['GET', route?.loader],
      ['POST', route?.action],
    ];
    expect(route?.loader, 'every guarded page has a loader').toBeDefined();
    for (const [method, handler] of handlers) {
      if (handler === undefined) continue;
      const outcome = await outcomeOf(handler, method);
      expect(outcome, method).toRedirectTo('/login');
    }
  });
});
