import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, chooseActiveChild, MESSAGES } from '~/domain/child';
import type { ChildId } from '~/domain/ids';
import { getAccount } from '~/wire/account';
import { type Account, toAccount } from './account.server';
import { type Api, signedApi } from './api.server';
import { HOME, leadOn, toLogin } from './redirect.server';
import { readSession, type Session, writeSession } from './session.server';

/** Who is asking, and the only way to the signed API. */
export type Parent = { account: Account; api: Api; session: Session };

// A39. Everything else that is guarded works without a connected device.
const NEEDS_DEVICE = /^\/(?:(?:manage|locator|gallery|notifications)(?:\/|$)|my-family$)/;

/**
 * The guard of every loader and action of a page that needs a session (2.9, A40): nobody signed in → login, the path remembered; no
 * connected device → /connect.
 */
export async function requireParent(request: Request, context: AppLoadContext): Promise<Parent> {
  const session = await readSession(request, context);
  if (session === null) throw await toLogin(request, context);
  const api = signedApi(request, context, session);
  const wire = await api.call(getAccount, { query: {}, body: undefined });
  const account = toAccount(wire, Date.now());
  // The pairing token was renewed (A72): the cookie follows.
  if (wire.token_ts !== session.tokenTS) await writeSession(context, { ...session, tokenTS: wire.token_ts, email: account.email });
  if (account.deviceCount === 0 && NEEDS_DEVICE.test(new URL(request.url).pathname)) throw leadOn(context, '/connect');
  return { account, api, session };
}

/** The guard of pages for visitors only: who is signed in goes home (A110). */
export async function requireVisitor(request: Request, context: AppLoadContext): Promise<void> {
  if ((await readSession(request, context)) !== null) throw leadOn(context, HOME);
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
