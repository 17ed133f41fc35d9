import type { AppLoadContext } from '@remix-run/cloudflare';
import { attempt, readForm, type SubmittedForm, textOf, toFormMessage, toIdempotencyKey } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { writeSession } from '#app/server/session.server';
import { type KeyExchangeBody, keyExchange } from '#app/wire/keys';
import type { KeyAnswer, KeyFacts } from './key.schemas';

/** Returns what the browser needs to know about the account key. */
export function toKeyFacts({ account, session }: Parent): KeyFacts {
  const { key, sso } = account;
  return {
    accountId: account.id,
    email: account.email,
    loginScheme: account.loginScheme,
    isLegacy: account.isLegacy,
    identity: sso === null ? null : { issuer: sso.issuer, subject: sso.subject },
    keyState: key?.state ?? 'none',
    stored: key === null ? null : { encPriv: key.encPriv, key: key.key, keyId: key.keyId },
    hasPasswordError: session.hasPasswordError,
  };
}

/** How long after a login pages still check the key, in ms. */
const FRESH_MS = 10 * 60_000;

/**
 * True if the key may need work: soon after a login, after an error, or in state `flagged` or `needs_reset`. Otherwise pages load no key
 * code.
 */
export function hasKeyWork({ account, session }: Parent, now: number): boolean {
  const state = account.key?.state ?? 'none';
  return state === 'flagged' || state === 'needs_reset' || session.hasPasswordError || now - session.startedAt < FRESH_MS;
}

/**
 * Handles POSTs of scripts to /resources/key. They report whether the key was unlocked, or request an exchange that is signed here (S12 to
 * S15). Answers 400 for any other form.
 */
export async function answerKeyRequest(request: Request, context: AppLoadContext, parent: Parent): Promise<Response> {
  const form = await readForm(request);
  if (form.intent === 'opened' || form.intent === 'locked') {
    await rememberLock(context, parent, form.intent === 'locked');
    return Response.json(null);
  }
  const body = parseKeyRequest(form, parent.session.sessionId);
  if (body === null) return new Response(null, { status: 400 });
  return Response.json(await exchange(parent, form, body));
}

async function exchange({ api }: Parent, form: SubmittedForm, body: KeyExchangeBody): Promise<KeyAnswer> {
  const idempotencyKey = await toIdempotencyKey(form);
  const outcome = await attempt(() => api.call(keyExchange, { query: {}, body }, { idempotencyKey }));
  if (outcome.kind !== 'done') return { kind: outcome.kind, notice: toFormMessage(outcome).key };
  if ('status' in outcome.value) return { kind: 'invalid' };
  const { enc_priv: encPriv, key, key_id: keyId } = outcome.value.acctkey;
  return { kind: 'key', stored: { encPriv, key, keyId } };
}

/**
 * Keeps in the session whether the password failed to unlock the key. After a failure, later pages load the key code and ask for the
 * password (A51).
 */
async function rememberLock(context: AppLoadContext, { session }: Parent, hasPasswordError: boolean): Promise<void> {
  if (session.hasPasswordError !== hasPasswordError) await writeSession(context, { ...session, hasPasswordError });
}

/** Converts a form to its wire format. Returns null for a form that our pages never send. */
function parseKeyRequest({ intent, fields }: SubmittedForm, sessionId: string): KeyExchangeBody | null {
  const given = (name: string) => textOf(fields, name) || undefined;
  const request_args = {
    enc_priv: given('encPriv'),
    key: given('key'),
    key_id: given('keyId'),
    key_type: 'rsa',
    secret: given('secret'),
    new_secret: given('newSecret'),
    requested_by: sessionId,
  };
  return keyExchange.body.safeParse({ request_type: `acctkey.${intent}`, request_args }).data ?? null;
}
