import type { AppLoadContext } from '@remix-run/cloudflare';
import type * as z from 'zod';
import { isTimeZone, type TimeZone } from '~/domain/time';
import { publicCall, reserveAttempt } from '~/server/api.server';
import { readEndpoint } from '~/server/endpoint-choice.server';
import { readFlow, updateFlow } from '~/server/flow.server';
import { languageOf } from '~/server/i18n.server';
import { HOME } from '~/server/redirect.server';
import { toSession, writeSession } from '~/server/session.server';
import { createAccount, type LoginAnswer, login } from '~/wire/account';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import type { loginSchema, signUpSchema } from './auth.schemas';
import { describeBrowser } from './browser-descriptor';
import { deriveAtTheEdge } from './derive.server';

/**
 * Signs in with a password and starts the session; returns where to go (2.8.2).
 * @throws Refusal 300 or 301 for a wrong login, 413 for too many attempts; Unavailable
 */
export async function logIn(request: Request, context: AppLoadContext, typed: z.output<typeof loginSchema>): Promise<string> {
  const password = await deriveCounted(context, 'login', typed);
  const body = { device: describeOwn(request), login_obj: { email: typed.email, password } };
  return startSession(request, context, await publicCall(request, context, login, { query: {}, body }, true));
}

/**
 * Makes the account, signs in and returns where to go.
 * @throws Refusal 100 where the address has an account, 301, 413; Unavailable
 */
export async function signUp(request: Request, context: AppLoadContext, typed: z.output<typeof signUpSchema>): Promise<string> {
  const password = await deriveCounted(context, 'signup', typed);
  const timeZone = guessTimeZone(request, typed.time_zone);
  const device = describeOwn(request, timeZone);
  const body = { device, login_obj: { email: typed.email, password }, locale: languageOf(request), time_zone: timeZone };
  return startSession(request, context, await publicCall(request, context, createAccount, { query: {}, body }, true));
}

async function deriveCounted(
  context: AppLoadContext,
  kind: 'login' | 'signup',
  typed: { email: string; password: string },
): Promise<string> {
  if (!(await reserveAttempt(context, kind, typed.email))) throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts');
  return deriveAtTheEdge(typed.email, typed.password);
}

async function startSession(request: Request, context: AppLoadContext, answer: LoginAnswer): Promise<string> {
  await writeSession(context, toSession(answer, Date.now(), await readEndpoint(request, context)));
  const { redirect } = await readFlow(request, context);
  await updateFlow(request, context, { redirect: null });
  return redirect ?? HOME;
}

function describeOwn(request: Request, timeZone: TimeZone = guessTimeZone(request)) {
  return describeBrowser(request.headers.get('User-Agent') ?? '', languageOf(request), timeZone);
}

/** The browser's own word, else what the edge knows of the address, else UTC (A45). */
export function guessTimeZone(request: Request, said = ''): TimeZone {
  if (isTimeZone(said)) return said;
  const cf: unknown = 'cf' in request ? request.cf : undefined;
  const known = typeof cf === 'object' && cf !== null && 'timezone' in cf && typeof cf.timezone === 'string' ? cf.timezone : '';
  return isTimeZone(known) ? known : 'UTC';
}
