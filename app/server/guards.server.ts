import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, chooseActiveChild } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import type { ChildId } from '#app/domain/ids';
import { getAccount } from '#app/wire/account';
import { Refusal } from '#app/wire/errors';
import { type Account, toAccount } from './account.server';
import { type Api, type Read, readAhead, signedApi, toRead, Unavailable } from './api.server';
import { answersSignedIn } from './other-account.server';
import { writePaymentReminder } from './payment-reminder.server';
import { HOME, redirectToNext, redirectWithToast, signOutBySystem, toLogin } from './redirect.server';
import { reportOnce } from './report.server';
import { findSessionEnd, readSession, type Session, writeSession } from './session.server';
import { hasToast } from './toast.server';

/** The logged-in parent: account, signed API and session. */
export type Parent = { account: Account; api: Api; session: Session };

// Pages that require a connected device (A39). All other guarded pages work without one.
const NEEDS_DEVICE = /^\/(?:(?:manage|locator|gallery|notifications)(?:\/|$)|my-family$)/;

// Pages with the menu that a parent without a device can see.
const WORKS_WITHOUT_DEVICE = /^\/(?:connect$|account(?:\/|$)|subscription$)/;

// Query parameters of dialogs that stay open without a device. Their forms may be half filled in, and device dialogs report a removed
// device themselves.
const DIALOG_PARAMETERS = ['new', 'edit', 'face', 'limit', 'device'];

const NO_DEVICE = { tone: 'bad', text: { key: 'toast.no_device', params: {} }, undo: null } as const;

// The loaders of a page run in parallel and share one result. Loaders after an action ask again: their method differs.
const parents = new WeakMap<AppLoadContext, { method: string; parent: Promise<Parent> }>();

// API reads other than the account that the loaders of a page will make.
const expected = new WeakMap<AppLoadContext, Array<Read>>();

/**
 * Guards every loader and action that needs a session (2.9, A40). Without a session, redirects to the login and remembers the path. Without
 * a connected device, loaders of pages that need one redirect to /connect. In a loader, failed API calls are thrown as status responses
 * (`forLoader`).
 * @param reads reads that this loader always makes; sent in one call with those of the page's other loaders
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
  const account = toAccount(wire, Date.now(), await writePaymentReminder(request, wire));
  // The pairing token was renewed (A72), so the cookie is updated.
  if (wire.token_ts !== session.tokenTS) await writeSession(context, { ...session, tokenTS: wire.token_ts, email: account.email });
  if (account.deviceCount === 0 && needsDevice(request)) throw await redirectToConnect(request, context);
  return { account, api, session };
}

/**
 * True for a page that cannot be shown without a device. The last device may be removed while a page is open. A POST is therefore still
 * handled, and a page with an open form stays.
 */
function needsDevice(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return request.method !== 'POST' && NEEDS_DEVICE.test(pathname) && !DIALOG_PARAMETERS.some((name) => searchParams.has(name));
}

/**
 * Redirects to /connect. A user who was on a page that needs a device gets a toast, unless another toast is pending. For a user who came
 * from another page, /connect explains why the requested page did not open (A149).
 */
async function redirectToConnect(request: Request, context: AppLoadContext): Promise<Response> {
  const referer = request.headers.get('Referer') ?? '';
  const from = URL.canParse(referer) ? new URL(referer).pathname : '';
  if (NEEDS_DEVICE.test(from) && !(await hasToast(request, context))) return redirectWithToast(context, '/connect', NO_DEVICE);
  const [, place] = new URL(request.url).pathname.split('/');
  return redirectToNext(context, WORKS_WITHOUT_DEVICE.test(from) ? `/connect?from=${place}` : '/connect');
}

/**
 * Returns the API client of a loader, which throws failed calls as responses with their status. Other errors would reach the browser
 * without details. The browser retries a 503 (8.1.12) but not a refusal. Optional calls throw as in an action, because their page continues.
 */
function forLoader(api: Api, request: Request, context: AppLoadContext): Api {
  return {
    async call(endpoint, input, options) {
      if (options?.isOptional) return api.call(endpoint, input, options);
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

/**
 * Guards pages for visitors: redirects a logged-in user home (A110). Does nothing if the page answers a form that asks whether to log out.
 */
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
