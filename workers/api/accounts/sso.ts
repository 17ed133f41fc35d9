import type * as z from 'zod';
import { normalizeEmail } from '#app/domain/credentials';
import { type LoginAnswer, type LoginBody, login, type SignUpBody, type SsoType } from '#app/wire/account';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import type { exchangeSso, SsoResult } from '#app/wire/identity';
import type { Caller } from '../caller';
import { parseEmail } from '../credentials-input';
import { reserveAttempt, reserveSsoExchange } from '../directory/attempts';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { familyOf } from '../family-of';
import { exchangeCode, findProvider } from '../outside/identity';
import { createFamily } from './create-family';
import { findOwner, rateLimited } from './credentials';
import { consumeIdToken, isFresh, readIdToken, storeIdToken } from './id-token';

type ExchangeBody = z.infer<typeof exchangeSso.body>;
type ShownToken = { id_token: string; type: SsoType };

const NOT_VALID: SsoResult = { account_exists: false, can_login_with_token: false, id_token: '', token_valid: false };

/**
 * POST /account_sso (S02, A85). An invalid code gets a normal response with `token_valid: false`, not an error. For an address with an
 * unlinked account, only reports that the account exists: links nothing and returns no token.
 * @throws Refusal 400 for a client or redirect URI other than in the settings, code 413 over the rate limit
 */
export async function exchangeSsoCode(env: ApiEnv, { sso }: ExchangeBody, caller: Caller): Promise<SsoResult> {
  const provider = findProvider(env, sso.type);
  if (provider === null || sso.client_id !== provider.clientId) throw invalid('Unknown client', { client_id: 'unknown' });
  if (sso.redirect_uri !== provider.redirectUri) throw invalid('Unknown redirect_uri', { redirect_uri: 'unknown' });
  if (!(await reserveSsoExchange(env, caller.ip))) throw rateLimited();
  const code = { code: sso.auth_code, verifier: sso.code_verifier, nonce: sso.nonce };
  const verified = await exchangeCode(env, provider, code);
  if (verified === null) return NOT_VALID;
  const isLinked = (await findLinked(env, verified)) !== null;
  if (!isLinked && verified.email !== null && (await hasAccount(env, verified.email))) {
    return { ...NOT_VALID, account_exists: true, token_valid: true };
  }
  if (!(await storeIdToken(env, sso.type, verified, isLinked ? 'login' : 'signup'))) return NOT_VALID;
  return {
    account_exists: isLinked,
    can_login_with_token: isLinked,
    id_token: verified.idToken,
    token_valid: true,
    ...(verified.name === null ? {} : { user_name: verified.name }),
    ...(verified.email === null ? {} : { email: verified.email }),
  };
}

/**
 * POST /login with an id_token (S01). Uses up the token, and requires a linked account.
 * @throws Refusal code 300 for a token that is unknown, used, too old or not linked to an account
 */
export async function logInWithIdToken(
  env: ApiEnv,
  body: { device: LoginBody['device']; login_obj: { sso: ShownToken } },
  caller: Caller,
): Promise<LoginAnswer> {
  const token = await consumeIdToken(env, body.login_obj.sso);
  const family = token === null || !isFresh(token) ? null : await findLinked(env, token);
  if (token === null || family === null) throw refusedToken();
  const answer = await family.logInWithSso({ issuer: token.issuer, subject: token.subject, device: body.device }, caller);
  if (answer === null) throw refusedToken();
  return login.output.parse(answer);
}

/**
 * POST /account with an id_token (S03): reserves identity and address, creates the family, confirms both (A125). The address counts as
 * verified only if the provider verified this exact address. Otherwise, emails a verification link.
 * @throws Refusal code 100 for a taken identity or address, code 300 for an invalid token, otherwise as in `signUp`
 */
export async function signUpWithIdToken(
  env: ApiEnv,
  body: SignUpBody & { login_obj: { email?: string | undefined; sso: ShownToken } },
  caller: Caller,
): Promise<LoginAnswer> {
  const { sso, email: typed } = body.login_obj;
  const token = await readIdToken(env, sso);
  if (token === null) throw refusedToken();
  const email = parseEmail(typed ?? token.email ?? '');
  if (!caller.isCounted && !(await reserveAttempt(env, 'signup', { email, ip: caller.ip }))) throw rateLimited();
  const id = env.FAMILY.newUniqueId();
  const owner = id.toString();
  const identity = directoryFor(env, 'sso', ssoName(token.issuer, token.subject));
  const address = directoryFor(env, 'mail', email);
  if ((await findLinked(env, token)) !== null || !(await identity.reserve(owner))) throw taken('This identity already has an account');
  let isConfirming = false;
  try {
    if ((await hasAccount(env, email)) || !(await address.reserve(owner))) throw taken('This address already has an account');
    const isProven = token.isEmailVerified && token.email !== null && normalizeEmail(token.email) === email;
    const { type, issuer, subject } = token;
    const who = { id, email, authKey: null, sso: { type, issuer, subject, isProven } };
    return await createFamily(env, body, who, caller, async () => {
      // Uses up the token last, so that a refused coupon does not use it up.
      if ((await consumeIdToken(env, sso)) === null) throw refusedToken();
      isConfirming = true;
      return (await address.confirm(owner)) && (await identity.confirm(owner));
    });
  } catch (error) {
    // Once confirmation has started, the account may exist even if the call fails. Identity and address then stay reserved.
    if (!isConfirming) await Promise.all([identity.release(owner), address.release(owner)]);
    throw error;
  }
}

/** Returns the family linked to this identity, or null. Releases the entry if its family was deleted. */
async function findLinked(env: ApiEnv, { issuer, subject }: { issuer: string; subject: string }) {
  const directory = directoryFor(env, 'sso', ssoName(issuer, subject));
  const entry = await directory.getState();
  if (entry.state !== 'confirmed') return null;
  const family = familyOf(env, entry.owner);
  if (await family.isLinked({ issuer, subject })) return family;
  if ((await family.getState()) === 'gone') await directory.release(entry.owner);
  return null;
}

async function hasAccount(env: ApiEnv, address: string): Promise<boolean> {
  return (await findOwner(env, normalizeEmail(address))) !== null;
}

function taken(message: string): Refusal {
  return new Refusal(ERROR_CODES.duplicateEmail, 400, message);
}

function refusedToken(): Refusal {
  return new Refusal(ERROR_CODES.invalidPassword, 400, 'This sign-in is unknown, already used or expired');
}
