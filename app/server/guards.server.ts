import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, chooseActiveChild } from '~/domain/child';
import { MESSAGES } from '~/domain/child-messages';
import type { ChildId } from '~/domain/ids';
import { getAccount } from '~/wire/account';
import { Refusal } from '~/wire/errors';
import { type Account, toAccount } from './account.server';
import { type Api, type Read, readAhead, signedApi, toRead, Unavailable } from './api.server';
import { answersSignedIn } from './other-account.server';
import { HOME, redirectToNext, redirectWithToast, signOutBySystem, toLogin } from './redirect.server';
import { reportOnce } from './report.server';
import { findSessionEnd, readSession, type Session, writeSession } from './session.server';
import { hasToast } from './toast.server';

/** Who is asking, and the only way to the signed API. */
export type Parent = { account: Account; api: Api; session: Session };

// A39. Everything else that is guarded works without a connected device.
const NEEDS_DEVICE = /^\/(?:(?:manage|locator|gallery|notifications)(?:\/|$)|my-family$)/;

// Pages with the menu that such a parent sees.
const WORKS_WITHOUT_DEVICE = /^\/(?:connect$|account(?:\/|$)|subscription$)/;

// Windows over such a page: a form that somebody is typing into, and one of a device, which says itself that the device is gone.
const WINDOWS = ['new', 'edit', 'face', 'limit', 'device'];

const NO_DEVICE = { tone: 'bad', text: { key: 'toast.no_device', params: {} }, undo: null } as const;

// The loaders of one page run at once and ask the same. An action is another method, and what follows it asks anew.
const parents = new WeakMap<AppLoadContext, { method: string; parent: Promise<Parent> }>();

// What the loaders of a page are about to read besides the account.
const expected = new WeakMap<AppLoadContext, Array<Read>>();

/**
 * The guard of every loader and action of a page that needs a session (2.9, A40): nobody signed in → login, the path remembered; no
 * connected device → /connect, loaders alone. Found once per request. A loader's calls that fail throw answers with a status (`forLoader`).
 * `reads`: what this loader reads whatever the account is, to be asked for in one call with it. Loaders of one page begin together, so each
 * has named its own before the session is open.
 */
export function requireParent(request: Request, context: AppLoadContext, reads: ReadonlyArray<Read> = []): Promise<Parent> {
  if (request.method !== 'POST') expected.set(context, [...(expected.get(context) ?? []), ...reads]);
  const known = parents.get(context);
  if (known?.method === request.method) return known.parent;
  const parent = findParent(request, context);
  parents.set(context, { method: request.method, parent });
  return parent;
}

async function findParent(request: Request, context: AppLoadContext): Promise<Parent> {
  const session = await readSession(request, context);
  if (session === null) {
    const end = await findSessionEnd(request, context);
    throw end === null ? await toLogin(request, context) : await signOutBySystem(request, context, end);
  }
  const signed = signedApi(request, context, session);
  const api = request.method === 'GET' ? forLoader(signed, request, context) : signed;
  if (request.method !== 'POST') readAhead(context, session, [toRead(getAccount, {}), ...(expected.get(context) ?? [])]);
  const wire = await api.call(getAccount, { query: {}, body: undefined });
  const account = toAccount(wire, Date.now());
  // The pairing token was renewed (A72): the cookie follows.
  if (wire.token_ts !== session.tokenTS) await writeSession(context, { ...session, tokenTS: wire.token_ts, email: account.email });
  if (account.deviceCount === 0 && needsDevice(request)) throw await leadToConnect(request, context);
  return { account, api, session };
}

/**
 * The last device may go while its page is open: what was posted is answered first, and no page is taken away under a form that is open over
 * it.
 */
function needsDevice(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return request.method !== 'POST' && NEEDS_DEVICE.test(pathname) && !WINDOWS.some((name) => searchParams.has(name));
}

/**
 * Whoever was on a page that needs a device is told why it is left, where no other message goes along. Whoever chose such a page on one that
 * works without a device is told on /connect why it did not open (A149).
 */
async function leadToConnect(request: Request, context: AppLoadContext): Promise<Response> {
  const referer = request.headers.get('Referer') ?? '';
  const from = URL.canParse(referer) ? new URL(referer).pathname : '';
  if (NEEDS_DEVICE.test(from) && !(await hasToast(request, context))) return redirectWithToast(context, '/connect', NO_DEVICE);
  const [, place] = new URL(request.url).pathname.split('/');
  return redirectToNext(context, WORKS_WITHOUT_DEVICE.test(from) ? `/connect?from=${place}` : '/connect');
}

/**
 * A loader has no form to show again. What it throws as a status reaches the browser through single fetch, where every other error becomes
 * a nameless one: 503 is worth another try there (8.1.12), a refusal is not.
 */
function forLoader(api: Api, request: Request, context: AppLoadContext): Api {
  return {
    async call(endpoint, input, options) {
      try {
        return await api.call(endpoint, input, options);
      } catch (error) {
        const status = error instanceof Unavailable ? 503 : error instanceof Refusal ? error.status : null;
        if (status === null) throw error;
        reportOnce(error, request, context);
        throw new Response(null, { status });
      }
    },
  };
}

/** The guard of pages for visitors only: who is signed in goes home (A110), unless the page answers a form that asks whether to log out. */
export async function requireVisitor(request: Request, context: AppLoadContext): Promise<void> {
  if (answersSignedIn(context)) return;
  if ((await readSession(request, context)) !== null) throw redirectToNext(context, HOME);
}

/**
 * The active child: the one chosen in this session, else the computed one (A111, 4.9.1). Null only without children.
 * @throws Error with the specification's text where children exist but none of them can be active (2.9.4)
 */
export function resolveActiveChild(children: Array<Child>, chosenId: ChildId | null): Child | null {
  const connected = children.flatMap(({ id, deviceIds }) => deviceIds.map(() => ({ childIds: [id] })));
  const active = children.find(({ id, retired }) => id === chosenId && !retired) ?? chooseActiveChild(children, connected);
  if (active === null && children.length > 0) throw new Error(MESSAGES.noActiveChild);
  return active;
}
