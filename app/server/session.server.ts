import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { ACCOUNT_TYPES } from '~/domain/child';
import type { SigningCredentials } from '~/keys/sign';
import type { LoginAnswer } from '~/wire/account';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { readEndpoint } from './endpoint-choice.server';
import { seal, unseal } from './seal.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 30 * DAY_MS;
const ABSOLUTE_MS = 180 * DAY_MS;
/** The cookie outlives the session, so that the login page can say why it ended. */
const COOKIE_SECONDS = (2 * IDLE_MS) / 1000;

/** The version of the persisted sign-in; any other is discarded (3.1.2, AUTH-051). */
export const SESSION_VERSION = 3;

const sessionSchema = z.object({
  accountId: z.string(),
  sessionId: z.string(),
  /** This session's signing secret, 64 lower-case hex, and its id (parent_secret, parent_secret_id). */
  secret: z.string(),
  secretId: z.string(),
  /** The parent's own user record. */
  userId: z.string(),
  email: z.string().optional(),
  isLegacy: z.boolean(),
  /** The last password did not open the account's key (A51, AUTH-058). */
  hasPasswordError: z.boolean().default(false),
  /** When the account's pairing token was read, epoch ms (A72). */
  tokenTS: z.number(),
  startedAt: z.number(),
  /** The API that gave it, where that is not our own (A32). */
  endpoint: z.string().optional(),
  /** Whether the login's answer was complete; false means not logged in (3.1.2, AUTH-044). Missing in older cookies, where it counts as true. */
  isInit: z.boolean().default(true),
  version: z.literal(SESSION_VERSION),
});

/** What the sealed cookie holds (A30). No secret of it reaches a page. */
export type Session = z.infer<typeof sessionSchema>;

/** The session of a login's answer; `endpoint` names the API that gave it, null our own. */
export function toSession([account, device]: LoginAnswer, now: number, endpoint: string | null): Session {
  if (account.parent_secret === undefined) throw new Error('A login was answered without a secret');
  const parent = account.users.find(({ type }) => type === ACCOUNT_TYPES.account);
  return {
    accountId: account.account_id,
    sessionId: device.device_id,
    secret: account.parent_secret,
    secretId: account.parent_secret_id,
    userId: parent?.user_id ?? device.user_id,
    email: account.emails[0]?.email,
    isLegacy: account.is_legacy,
    hasPasswordError: false,
    tokenTS: account.token_ts,
    startedAt: now,
    ...(endpoint === null ? {} : { endpoint }),
    isInit: true,
    version: SESSION_VERSION,
  };
}

/** What the session signs its calls with. */
export function toCredentials(session: Session): SigningCredentials {
  const { accountId, sessionId, secretId, secret } = session;
  return { kind: 'session', accountId, sessionId, secretId, secret };
}

/** How a session ends by time alone: 30 days without use, or 180 days after the login (A30). */
export type SessionEnd = 'idle' | 'expired';

function endOf({ value, sealedAt }: { value: Session; sealedAt: number }, now: number): SessionEnd | null {
  if (now - value.startedAt >= ABSOLUTE_MS) return 'expired';
  return now - sealedAt >= IDLE_MS ? 'idle' : null;
}

async function openCookie(request: Request, context: AppLoadContext) {
  const cookie = readCookie(request, context, hostCookieName(context, 'session'));
  return cookie === null ? null : unseal(context.env.SESSION_KEYS, 'session', cookie, sessionSchema);
}

/** How the session in this browser ended, for as long as its cookie is kept; null where there is none, or one that goes on. */
export async function findSessionEnd(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<SessionEnd | null> {
  const opened = await openCookie(request, context);
  return opened === null ? null : endOf(opened, now);
}

/** The signed-in session or null: one of another API than this browser calls now is none (A32). Sealed anew once a day while it is used: 30 days idle, 180 in all (A30). */
export async function readSession(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Session | null> {
  const opened = await openCookie(request, context);
  if (opened === null || !opened.value.isInit || endOf(opened, now) !== null) return null;
  if ((opened.value.endpoint ?? null) !== (await readEndpoint(request, context))) return null;
  if (now - opened.sealedAt >= DAY_MS) await writeSession(context, opened.value);
  return opened.value;
}

/** Puts the session into the browser. */
export async function writeSession(context: AppLoadContext, session: Session): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, 'session', session, COOKIE_SECONDS);
  setCookie(context, hostCookieName(context, 'session'), sealed, COOKIE_SECONDS);
}

/** Takes the session out of the browser. */
export function dropSession(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, 'session'), '', 0);
}
