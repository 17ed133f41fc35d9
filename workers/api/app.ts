import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { APP_VERSION } from '#app/domain/app-version';
import { createAccount, login, verifyEmail } from '#app/wire/account';
import { getAppInfo } from '#app/wire/apps';
import { enrolDevice } from '#app/wire/device';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { changeEmail, exchangeSso, isEmailChange, requestReset, resetPassword, undoEmailChange } from '#app/wire/identity';
import { lookUpLocation } from '#app/wire/location';
import { getGroup } from '#app/wire/offers';
import { REALTIME_PATH, realtimeQuery } from '#app/wire/realtime';
import { confirmPairing, getSystem } from '#app/wire/system';
import { STRIPE_WEBHOOK_PATH } from '#workers/stripe-settings';
import { changeEmailAddress } from './accounts/change-email';
import { logIn } from './accounts/login';
import { resetByToken, sendResetMail } from './accounts/reset';
import { signUp } from './accounts/sign-up';
import { exchangeSsoCode } from './accounts/sso';
import { undoEmailByLink } from './accounts/undo-email';
import { answerAppInfo } from './app-info/app-info';
import { createBillingApp } from './billing/billing-calls';
import { answerStripeWebhook } from './billing/stripe-webhook-call';
import { requireSmallBody } from './body-limit';
import type { Caller } from './caller';
import { loadCatalogue } from './catalogue/catalogue';
import { type ApiEnv, requireConfiguration } from './env';
import { unauthorised } from './family/core/signature';
import { findFamily, unwrap } from './family-of';
import { answerLookup } from './geocoder/answer-lookup';
import { describeGroup } from './offers/offers';
import { readInput, toErrorResponse } from './on-error';
import { describeInterface } from './openapi/openapi';
import { isOwnOrigin } from './own-origin';
import { enrolmentFile, pageToken, pairingPage } from './pairing/page';
import { describePairing, enrol, registerCode } from './pairing/pairing';
import { withConstantTiming } from './refusals/failure-delay';
import { type AttemptSubject, logRefusal, withRefusalLog } from './refusals/refusals';
import { objects } from './samples/objects';

type PublicApp = { Bindings: ApiEnv & { caller: Caller } };

/** Creates the app that serves all unsigned calls (A116) and passes signed ones on to the families. */
export function createPublicApp(): Hono<PublicApp> {
  const app = new Hono<PublicApp>();
  app.onError((error) => toErrorResponse(error, Date.now()));
  app.use(async (c, next) => {
    requireConfiguration(c.env);
    c.req.raw = await requireSmallBody(c.req.raw);
    await next();
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.route('/', describeInterface(APP_VERSION));
  app.post('/login', async (c) => {
    const body = await readBody(c, login.body);
    const { login_obj: way } = body;
    const about = 'sso' in way ? { what: 'sso' as const } : { what: 'login' as const, email: way.email };
    return c.json(await withLoggedRefusal(c, about, () => withConstantTiming(() => logIn(c.env, body, c.env.caller))));
  });
  app.post('/account', async (c) => {
    const body = await readBody(c, createAccount.body);
    return c.json(await withLoggedRefusal(c, { what: 'signup', email: body.login_obj.email }, () => signUp(c.env, body, c.env.caller)));
  });
  app.post(exchangeSso.path, async (c) => {
    const body = await readBody(c, exchangeSso.body);
    const result = await withLoggedRefusal(c, { what: 'sso' }, () => exchangeSsoCode(c.env, body, c.env.caller));
    if (!result.token_valid) logRefusal(c.env, { what: 'sso', reason: 'wrong_code', caller: c.env.caller }, later(c));
    return c.json(result);
  });
  app.post(requestReset.path, async (c) => {
    const body = await readBody(c, z.union([resetPassword.body, requestReset.body]));
    const { email } = body;
    if ('token' in body) return c.json(await withLoggedRefusal(c, { what: 'reset', email }, () => resetByToken(c.env, body, c.env.caller)));
    return c.json(await withLoggedRefusal(c, { what: 'reset_request', email }, () => sendResetMail(c.env, body, c.env.caller, later(c))));
  });
  app.post(undoEmailChange.path, async (c) => {
    const body = await readBody(c, undoEmailChange.body);
    return c.json(
      await withLoggedRefusal(c, { what: 'email_undo', accountId: body.account_id }, () => undoEmailByLink(c.env, body, c.env.caller)),
    );
  });
  app.get('/account_verification', async (c, next) => {
    if (c.req.query('token') === undefined) return next();
    // Email scanners send a HEAD request for each link.
    if (c.req.method === 'HEAD') return c.body(null);
    const query = readInput(verifyEmail.query, c.req.query());
    const verify = async () => {
      const family = findFamily(c.env, query.account_id);
      if (family === null) throw invalid('This link is unknown or has expired', { token: 'expired' });
      return unwrap(await family.verifyEmail(query.token));
    };
    return c.json(await withLoggedRefusal(c, { what: 'verification', accountId: query.account_id }, verify));
  });
  app.get('/system', async (c) => {
    const extras = new Set(readInput(getSystem.query, c.req.query()).extras?.split(',') ?? []);
    const { flags, choices } = await loadCatalogue(c.env);
    return c.json({
      version: APP_VERSION,
      ...(extras.has('feature_flags') ? { feature_flags: flags } : {}),
      ...(extras.has('onboarding_choices') ? { onboarding_choices: choices } : {}),
    });
  });
  app.get(getGroup.path, async (c) => c.json(await describeGroup(c.env, readInput(getGroup.query, c.req.query()).group_id)));
  app.get(getAppInfo.path, (c) =>
    answerAppInfo(c.env, readInput(getAppInfo.query, c.req.query()), c.req.header('If-None-Match') ?? null, Date.now()),
  );
  app.get('/confirm', async (c) => {
    const described = await describePairing(c.env, readInput(confirmPairing.query, c.req.query()));
    return c.json({ device_paired: described.isPaired, ...(described.isOver ? { is_over: true } : {}) });
  });
  app.get('/pairing', openPairingPage);
  app.post('/pairing', downloadEnrolment);
  app.post('/device/enrol', async (c) => {
    const body = await readBody(c, enrolDevice.body);
    const about: AttemptSubject = { what: 'pairing' };
    const meet = (accountId: string) => {
      about.accountId = accountId;
    };
    return c.json(await withLoggedRefusal(c, about, () => enrol(c.env, body, c.env.caller, meet)));
  });
  app.post(STRIPE_WEBHOOK_PATH, answerStripeWebhook);
  app.get(REALTIME_PATH, toRealtime);
  app.put(changeEmail.path, async (c, next) => {
    if (!isEmailChange(await c.req.raw.clone().text())) return next();
    const accountId = c.req.header('X-Account-Id') ?? '';
    return withLoggedRefusal(c, { what: 'email_change', accountId }, () =>
      changeEmailAddress(c.env, accountId, c.req.raw, c.env.caller.ip),
    );
  });
  app.get(lookUpLocation.path, (c) => answerLookup(c.env, c.req.header('X-Account-Id') ?? '', c.req.raw, later(c)));
  app.route('/', createBillingApp());
  app.route('/', objects);
  app.all('*', toFamily);
  return app;
}

function later(c: Context<PublicApp>): (work: Promise<unknown>) => void {
  return (work) => c.executionCtx.waitUntil(work);
}

/** Runs a call. Logs a refusal and records it with the account concerned. */
function withLoggedRefusal<T>(c: Context<PublicApp>, about: AttemptSubject, work: () => Promise<T>): Promise<T> {
  return withRefusalLog(c.env, c.env.caller, about, later(c), work);
}

async function readBody<T>(c: Context<PublicApp>, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    body = JSON.parse(await c.req.text());
  } catch {
    throw invalid('The body is not JSON');
  }
  return readInput(schema, body);
}

/** Passes a call on to the family of its account id. An invented id never starts a family object (docs/architecture.md). */
async function toFamily(c: Context<PublicApp>): Promise<Response> {
  const accountId = c.req.header('X-Account-Id') ?? '';
  const family = findFamily(c.env, accountId);
  if (family === null) throw unauthorised('session');
  const answer = await family.fetch(c.req.raw);
  const opensPairing = c.req.method === 'POST' && c.req.path === '/device' && answer.ok;
  return opensPairing ? registerCode(c.env, accountId, answer) : answer;
}

/** Opens a socket to the family. Refuses pages of other origins (A42). Other programs send no Origin, so they need only a token. */
async function toRealtime(c: Context<PublicApp>): Promise<Response> {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !isOwnOrigin(origin, c.env)) {
    throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This origin is not allowed to open a socket');
  }
  const { access_token } = readInput(realtimeQuery, c.req.query());
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') throw invalid('Expected a WebSocket upgrade');
  const family = findFamily(c.env, access_token.split('.', 1)[0] ?? '');
  if (family === null) throw unauthorised('session');
  return family.fetch(c.req.raw);
}

async function openPairingPage(c: Context<PublicApp>): Promise<Response> {
  const query = readInput(confirmPairing.query, c.req.query());
  const link = { pairId: query.pair_id ?? '', token: query.token ?? '' };
  const described = await describePairing(c.env, query).catch(() => null);
  return pairingPage(c.env, c.req.header('Accept-Language') ?? null, described, link, Date.now());
}

async function downloadEnrolment(c: Context<PublicApp>): Promise<Response> {
  // Treats a body that is not a form as a form without a page token.
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  const link = { pairId: String(form.pair_id ?? ''), token: String(form.token ?? '') };
  const now = Date.now();
  const tokens = [pageToken(c.env, link, now), pageToken(c.env, link, now - 86_400_000)];
  if (!tokens.includes(String(form.page_token ?? ''))) return pairingPage(c.env, c.req.header('Accept-Language') ?? null, null, link, now);
  return enrolmentFile(c.env, link);
}
