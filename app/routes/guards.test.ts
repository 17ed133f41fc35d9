import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';

type Handler = (args: { request: Request; context: ReturnType<typeof webContext>; params: Record<string, string> }) => unknown;
type RouteModule = { loader?: Handler; action?: Handler };

const modules = import.meta.glob<RouteModule>(['./*.tsx', '!./*.test.tsx']);

// Routes that need no session (A109), each with its reason. All others must redirect anonymous visitors to the login.
const PUBLIC: Record<string, string> = {
  './$.tsx': 'leads on, reads nothing',
  './_bare.forgot.tsx': 'for whoever cannot log in',
  './_bare.mailbox.tsx': 'the demonstration only',
  './_bare.reset.tsx': 'the link of a mail, for whoever cannot log in',
  './_bare.switch-account.tsx': 'asks whether to log out; leads on where nothing is to be asked',
  './_bare.undo-email.tsx': 'the link of a mail, opened anywhere',
  './_index.tsx': 'landing and login',
  './[.]well-known.change-password.tsx': 'leads to a guarded page',
  './[.]well-known.security[.]txt.tsx': 'for whoever found a hole',
  './apple-sso-init.tsx': 'a way to sign in',
  './apple-sso-redirect.tsx': 'a way to sign in',
  './google-sso-init.tsx': 'a way to sign in',
  './google-sso-redirect.tsx': 'a way to sign in',
  './docs.tsx': 'leads to the API’s description',
  './error.tsx': 'has to work signed out',
  './login.tsx': 'leads to the landing page',
  './logout.tsx': 'ends what session there is',
  './resources.cookie-notice.tsx': 'the notice stands on every page',
  './manifest[.]webmanifest.tsx': 'for phones',
  './offline.tsx': 'the same for everybody',
  './resources.language.tsx': 'the choice of language',
  './resources.menu.tsx': 'remembers for a session, without one nothing',
  './resources.report.tsx': 'what broke in a browser, signed in or not',
  './resources.theme.tsx': 'the choice of theme',
  './resources.view.tsx': 'a page view, signed in or not',
  './resources.zones.tsx': 'the same for everybody who reads the language',
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
