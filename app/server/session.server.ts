import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { ACCOUNT_TYPES } from '#app/domain/child';
import type { SigningCredentials } from '#app/keys/sign';
import type { LoginAnswer } from '#app/wire/account';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { readEndpoint } from './endpoint-choice.server';
import { seal, unseal } from './seal.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 30 * DAY_MS;
const ABSOLUTE_MS = 180 * DAY_MS;
/** The cookie outlives an idle session, so that the login page can state why the session ended. */
const COOKIE_SECONDS = (2 * IDLE_MS) / 1000;

/** Version of the stored session. Other versions are discarded (3.1.2, AUTH-051). */
export const SESSION_VERSION = 3;

const sessionSchema = z.object({
  accountId: z.string(),
  sessionId: z.string(),
  /** Signing secret of this session, 64 lowercase hex, and its id (parent_secret, parent_secret_id). */
  secret: z.string(),
  secretId: z.string(),
  /** The user id of the parent's own user record. */
  userId: z.string(),
  email: z.string().optional(),
  isLegacy: z.boolean(),
  /** True if the last password did not unlock the account key (A51, AUTH-058). */
  hasPasswordError: z.boolean().default(false),
  /** When the account's pairing token was read, in epoch ms (A72). */
  tokenTS: z.number(),
  startedAt: z.number(),
  /** The API that issued the session, if it is not our own (A32). */
  endpoint: z.string().optional(),
  /**
   * False if the login response was incomplete, which means not logged in (3.1.2, AUTH-044). Older cookies lack this field and are read as
   * true.
   */
  isInit: z.boolean().default(true),
  version: z.literal(SESSION_VERSION),
});

/** Content of the sealed cookie (A30). No page receives its secrets. */
export type Session = z.infer<typeof sessionSchema>;

/**
 * Creates the session from a login response. `endpoint` is the API that issued it, null for our own.
 * @throws Error if the response contains no secret
 */
export function toSession([account, device]: LoginAnswer, now: number, endpoint: string | null): Session {
  if (account.parent_secret === undefined) throw new Error('The login response contains no secret');
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

/** Returns the credentials that sign this session's calls. */
export function toCredentials(session: Session): SigningCredentials {
  const { accountId, sessionId, secretId, secret } = session;
  return { kind: 'session', accountId, sessionId, secretId, secret };
}

/** Why a session ended: 30 days without use, or 180 days after the login (A30). */
export type SessionEnd = 'idle' | 'expired';

function endOf({ value, sealedAt }: { value: Session; sealedAt: number }, now: number): SessionEnd | null {
  if (now - value.startedAt >= ABSOLUTE_MS) return 'expired';
  return now - sealedAt >= IDLE_MS ? 'idle' : null;
}

async function openCookie(request: Request, context: AppLoadContext) {
  const cookie = readCookie(request, context, hostCookieName(context, 'session'));
  return cookie === null ? null : unseal(context.env.SESSION_KEYS, 'session', cookie, sessionSchema);
}

/** Returns why the session in this browser ended, as long as its cookie exists. Null without a cookie or with an active session. */
export async function findSessionEnd(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<SessionEnd | null> {
  const opened = await openCookie(request, context);
  return opened === null ? null : endOf(opened, now);
}

/**
 * Returns the session, or null. Ignores a session of another API than the current one (A32). Renews the cookie once a day while in use. A
 * session ends after 30 idle days or 180 days in total (A30).
 */
export async function readSession(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Session | null> {
  const opened = await openCookie(request, context);
  if (opened === null || !opened.value.isInit || endOf(opened, now) !== null) return null;
  if ((opened.value.endpoint ?? null) !== (await readEndpoint(request, context))) return null;
  if (now - opened.sealedAt >= DAY_MS) await writeSession(context, opened.value);
  return opened.value;
}

/** Stores the session in the browser, in a sealed cookie. */
export async function writeSession(context: AppLoadContext, session: Session): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, 'session', session, COOKIE_SECONDS);
  setCookie(context, hostCookieName(context, 'session'), sealed, COOKIE_SECONDS);
}

/** Removes the session cookie. Does not end the session in its family; see `endSession`. */
export function dropSession(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, 'session'), '', 0);
}
