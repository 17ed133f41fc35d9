import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { decodeJwt } from 'jose';
import * as z from 'zod';
import type { SsoProvider } from '#app/context';
import { toParentName } from '#app/domain/child';
import { publicCall } from '#app/server/api.server';
import { attempt, type Outcome, readForm, textOf } from '#app/server/form.server';
import { findOther } from '#app/server/other-account.server';
import { logRefusal } from '#app/server/refusals.server';
import { readSession } from '#app/server/session.server';
import type { SsoType } from '#app/wire/account';
import { ERROR_CODES } from '#app/wire/errors';
import { exchangeSso, type SsoResult } from '#app/wire/identity';
import { keepLogin } from './pending-login.server';
import { keepSignUp } from './pending-sign-up.server';
import { findProvider } from './providers.server';
import { failed, HEADERS, redirectFromSso, redirectLoggedIn } from './sso-answers.server';
import { logInWithToken } from './sso-login.server';
import { deepLinkPage, popupPage } from './sso-pages.server';
import { consumeSignOn, newStarted, type PendingSignOn, readStarted, writeStarted } from './sso-state.server';

const postedUserSchema = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional() });

/**
 * Handles a provider's return page (SSO-003, SSO-004). The state must belong to this browser and is valid once. The mode decides where the
 * authorization code is sent.
 */
export async function finishSso(request: Request, context: AppLoadContext, type: SsoType): Promise<Response> {
  const { searchParams } = new URL(request.url);
  // A parent who logged in elsewhere during this sign-on is asked once the code is exchanged. Any other logged-in parent is redirected.
  const underWay = await readStarted(request, context);
  if (underWay?.mode !== 'login' || underWay.state !== searchParams.get('state')) {
    const onward = await redirectLoggedIn(request, context);
    if (onward !== null) return onward;
  }
  const started = await consumeSignOn(request, context);
  const provider = await findProvider(request, context, type);
  if (started === null || provider === null || started.type !== type || searchParams.get('state') !== started.state) {
    logRefusal('sso', 'state', context);
    return failed(context);
  }
  // If the response names an issuer, it must be this provider. Otherwise another provider's code could be sent here (RFC 9207).
  const issuer = searchParams.get('iss');
  if (issuer !== null && issuer !== provider.issuer) {
    logRefusal('sso', 'issuer', context);
    return failed(context);
  }
  const code = provider.isFormPost ? started.posted?.code : searchParams.has('error') ? null : searchParams.get('code');
  if (!code) return failed(context);
  if (started.mode === 'opconnect') return deepLinkPage(request, context, provider, code);
  if (started.mode === 'googlepopup') return passToOpener(request, context, started, code);
  return exchange(request, context, provider, started, code);
}

/**
 * Handles Apple's form POST (A85). The request is cross-site, so it has none of our other cookies and does not finish the sign-on. Stores
 * the content in the sign-on that has the form's state, and redirects the browser to the return page.
 */
export async function takePostedReturn(request: Request, context: AppLoadContext, type: SsoType): Promise<Response> {
  const { fields } = await readForm(request);
  const started = await readStarted(request, context);
  const provider = await findProvider(request, context, type);
  const state = textOf(fields, 'state');
  const isOurs = started !== null && provider?.isFormPost === true && started.type === type && started.state === state;
  if (isOurs) {
    const code = textOf(fields, 'error') === '' ? textOf(fields, 'code') : '';
    const posted = { code: code === '' ? null : code, userName: readUserName(textOf(fields, 'user')) };
    await writeStarted(context, { ...started, posted }, true);
  }
  return redirect(`${new URL(request.url).pathname}${isOurs ? `?state=${encodeURIComponent(state)}` : ''}`, {
    status: 303,
    headers: HEADERS,
  });
}

function readUserName(text: string): string | null {
  try {
    const { name } = postedUserSchema.parse(JSON.parse(text));
    return toParentName([name?.firstName, name?.lastName].filter(Boolean).join(' '));
  } catch {
    return null;
  }
}

/** Lets the opener finish the sign-on: stores the sign-on under a new state that is valid for one more return. */
async function passToOpener(request: Request, context: AppLoadContext, started: PendingSignOn, code: string): Promise<Response> {
  const forwarded = { ...started, mode: 'login' as const, state: newStarted(started.type, 'login', '').state };
  await writeStarted(context, forwarded);
  return popupPage(request, context, { type: started.type, code, state: forwarded.state });
}

async function exchange(
  request: Request,
  context: AppLoadContext,
  provider: SsoProvider,
  started: PendingSignOn,
  code: string,
): Promise<Response> {
  const { type, verifier, nonce } = started;
  const sso = { auth_code: code, client_id: provider.clientId, redirect_uri: provider.redirectUri, type, code_verifier: verifier, nonce };
  const outcome = await attempt(() => publicCall(request, context, exchangeSso, { query: {}, body: { sso } }));
  if (outcome.kind !== 'done') return explain(context, outcome);
  const result = outcome.value;
  if (result.token_valid && result.account_exists && result.can_login_with_token) return logIn(request, context, started, result);
  if (result.token_valid && result.account_exists) return redirectFromSso(context, '/?view=login', 'wrong_login');
  if (!result.token_valid || result.id_token === '') return failed(context);
  await keepSignUp(context, {
    type,
    idToken: result.id_token,
    userName: result.user_name ?? started.posted?.userName ?? null,
    email: result.email ?? null,
  });
  // With `?sso`, the sign-up page asks a logged-in parent instead of redirecting home.
  const isSignedIn = (await readSession(request, context)) !== null;
  return redirectFromSso(context, isSignedIn ? '/signup?sso' : '/signup');
}

async function logIn(
  request: Request,
  context: AppLoadContext,
  { type, timeZone }: PendingSignOn,
  { id_token: idToken }: SsoResult,
): Promise<Response> {
  const identity = readIdentity(idToken);
  const isSame = (account: { sso: { issuer: string; subject: string } | null }) =>
    account.sso !== null && account.sso.issuer === identity?.issuer && account.sso.subject === identity.subject;
  if ((await findOther(request, context, isSame)) !== null) {
    await keepLogin(context, { type, timeZone, idToken });
    return redirectFromSso(context, '/switch-account');
  }
  const outcome = await attempt(() => logInWithToken(request, context, { type, timeZone, idToken }));
  return outcome.kind === 'done' ? redirectFromSso(context, outcome.value) : explain(context, outcome);
}

const identitySchema = z.object({ iss: z.string(), sub: z.string() });

/**
 * Returns the identity in a token without verifying the token, or null if invalid. Used only to see whether that person is already logged
 * in. The API verifies the token at the login.
 */
function readIdentity(idToken: string): { issuer: string; subject: string } | null {
  try {
    const { iss: issuer, sub: subject } = identitySchema.parse(decodeJwt(idToken));
    return { issuer, subject };
  } catch {
    return null;
  }
}

function explain(context: AppLoadContext, outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Promise<Response> {
  const isTooOften = outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.rateLimited;
  return isTooOften ? redirectFromSso(context, '/', 'rate_limited') : failed(context);
}
