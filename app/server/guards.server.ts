import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, chooseActiveChild } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import type { ChildId } from '#app/domain/ids';
import { getAccount } from '#app/wire/account';
import { Refusal } from '#app/wire/errors';
import { type Account, toAccount } from './account.server';
import { type Api, type Read, readAhead, signedApi, toRead, Unavailable } from './api.server';
import { answersSignedIn } from './other-account.server';
import { HOME, redirectToNext, redirectWithToast, signOutBySystem, toLogin } from './redirect.server';
import { reportOnce } from './report.server';
import { findSessionEnd, readSession, type Session, writeSession } from './session.server';
import { hasToast } from './toast.server';

/** The logged-in parent, with the only access to the signed API. */
export type Parent = { account: Account; api: Api; session: Session };

// A39. All other guarded pages work without a connected device.
const NEEDS_DEVICE = /^\/(?:(?:manage|locator|gallery|notifications)(?:\/|$)|my-family$)/;

// Pages with the menu that a parent without a device can see.
const WORKS_WITHOUT_DEVICE = /^\/(?:connect$|account(?:\/|$)|subscription$)/;

// Dialogs over such a page: forms that the parent may be filling in, and device dialogs, which report a removed device themselves.
const DIALOG_PARAMETERS = ['new', 'edit', 'face', 'limit', 'device'];

const NO_DEVICE = { tone: 'bad', text: { key: 'toast.no_device', params: {} }, undo: null } as const;

// The loaders of a page run at the same time and share one result. An action has another method, and the loaders after it ask again.
const parents = new WeakMap<AppLoadContext, { method: string; parent: Promise<Parent> }>();

// API reads, besides the account, that the loaders of a page will make.
const expected = new WeakMap<AppLoadContext, Array<Read>>();

/**
 * Guards every loader and action that needs a session (2.9, A40). Without a session it redirects to the login and remembers the path; loaders
 * without a connected device redirect to /connect. Runs once per request. In a loader, failed API calls are thrown as status responses
 * (`forLoader`). `reads`: reads that this loader always makes, sent in one call with the account. All loaders of a page start together, so each
 * has named its reads before the session is open.
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
  // The pairing token was renewed (A72), so the cookie is updated.
  if (wire.token_ts !== session.tokenTS) await writeSession(context, { ...session, tokenTS: wire.token_ts, email: account.email });
  if (account.deviceCount === 0 && needsDevice(request)) throw await redirectToConnect(request, context);
  return { account, api, session };
}

/**
 * True for a page that cannot be shown without a device. The last device may be removed while a page is open: a POST is still handled, and
 * a page with an open form stays.
 */
function needsDevice(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return request.method !== 'POST' && NEEDS_DEVICE.test(pathname) && !DIALOG_PARAMETERS.some((name) => searchParams.has(name));
}

/**
 * Redirects to /connect. A user who was on a page that needs a device gets a toast, unless another toast is pending. A user who opened such
 * a page from elsewhere is told on /connect why it did not open (A149).
 */
async function redirectToConnect(request: Request, context: AppLoadContext): Promise<Response> {
  const referer = request.headers.get('Referer') ?? '';
  const from = URL.canParse(referer) ? new URL(referer).pathname : '';
  if (NEEDS_DEVICE.test(from) && !(await hasToast(request, context))) return redirectWithToast(context, '/connect', NO_DEVICE);
  const [, place] = new URL(request.url).pathname.split('/');
  return redirectToNext(context, WORKS_WITHOUT_DEVICE.test(from) ? `/connect?from=${place}` : '/connect');
}

/**
 * A loader has no form to show again. A thrown status reaches the browser through single fetch; any other error arrives without details. The
 * browser retries a 503 (8.1.12) but not a refusal.
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

/** Guards pages for visitors: a logged-in user is redirected home (A110), unless the page answers a form that asks whether to log out. */
export async function requireVisitor(request: Request, context: AppLoadContext): Promise<void> {
  if (answersSignedIn(context)) return;
  if ((await readSession(request, context)) !== null) throw redirectToNext(context, HOME);
}

/**
 * Returns the active child: the one chosen in this session, else the computed one (A111, 4.9.1). Null only without children.
 * @throws Error with the specification's text if no child can be active (2.9.4)
 */
export function resolveActiveChild(children: Array<Child>, chosenId: ChildId | null): Child | null {
  const connected = children.flatMap(({ id, deviceIds }) => deviceIds.map(() => ({ childIds: [id] })));
  const active = children.find(({ id, retired }) => id === chosenId && !retired) ?? chooseActiveChild(children, connected);
  if (active === null && children.length > 0) throw new Error(MESSAGES.noActiveChild);
  return active;
}
