import type { AppLoadContext } from '@remix-run/cloudflare';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#app/wire/endpoint';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { publicCall, signedApi, Unavailable } from './api.server';
import { endpointRule, keepEndpoint, readEndpoint } from './endpoint-choice.server';
import { findRealtimeAddress } from './realtime.server';
import { readSession, writeSession } from './session.server';

const OTHER = 'https://other.example/v2';
const OWN = 'https://api.porchlight.example';
const session = makeSession();
const get: Endpoint<unknown, undefined, { ok: boolean }> = {
  method: 'GET',
  path: '/thing',
  auth: 'session',
  query: z.unknown(),
  body: z.undefined(),
  output: z.object({ ok: z.boolean() }),
};
const nothing = { query: {}, body: undefined };

let outside: Array<Request> = [];
let answer: () => Response;

beforeEach(() => {
  outside = [];
  answer = () => Response.json({ ok: true });
  vi.stubGlobal('fetch', async (request: Request) => {
    outside.push(request);
    return answer();
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Creates an installation with these settings. Records calls to our own API and to INTERNAL. */
function installation(settings: Partial<AppLoadContext['env']>) {
  const own: Array<string> = [];
  const context = webContext({
    api: async ({ url }) => {
      own.push(url);
      return Response.json({ ok: true });
    },
    internal: {
      call: async ({ url }) => {
        own.push(`INTERNAL ${url}`);
        return Response.json({ ok: true });
      },
    },
  });
  Object.assign(context.env, settings);
  return { own, context };
}

/** Returns the next request from the same browser. */
const next = (context: AppLoadContext) => requestWithCookies(context);

describe('endpoint choice', () => {
  test.each([
    [{}, 'allowlist', true],
    [{ APP_ENV: 'demonstration' }, 'any', false],
    [{ ENDPOINT_OVERRIDE: 'off', APP_ENV: 'demonstration' }, 'off', false],
    [{ ENDPOINT_OVERRIDE: 'any' }, 'any', true],
    [{ ENDPOINT_OVERRIDE: 'Any', APP_ENV: 'demonstration' }, 'allowlist', false],
    [{ ENDPOINT_OVERRIDE: '' }, 'allowlist', true],
  ])('with %j the endpoint rule is %s', (settings, mode, isProduction) => {
    const { context } = installation({ ...settings, ENDPOINT_QA: 'https://qa.example', ENDPOINT_DEV5: '' });
    expect(endpointRule(context)).toEqual({ mode, isProduction, listed: [OWN, 'https://qa.example'] });
  });

  test('seals the choice per browser, and discards it when the rule forbids it or our own API is chosen', async () => {
    const { context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    expect(await readEndpoint(next(context), context)).toBeNull();
    await keepEndpoint(context, OTHER);
    expect(context.responseCookies.join()).toMatch(/^__Host-endpoint=[\w.-]+; .*HttpOnly; SameSite=Lax; Secure$/);
    expect(context.responseCookies.join()).not.toContain('other');
    const request = next(context);
    expect(await readEndpoint(request, installation({ ENDPOINT_OVERRIDE: 'any' }).context)).toBe(OTHER);
    expect(await readEndpoint(request, installation({ ENDPOINT_QA: 'https://other.example' }).context)).toBe(OTHER);
    expect(await readEndpoint(request, installation({}).context)).toBeNull();
    expect(await readEndpoint(request, installation({ ENDPOINT_OVERRIDE: 'off' }).context)).toBeNull();
    const forged = new Request('https://porchlight.example/', { headers: { Cookie: `__Host-endpoint=${OTHER}` } });
    expect(await readEndpoint(forged, installation({ ENDPOINT_OVERRIDE: 'any' }).context)).toBeNull();
    await keepEndpoint(context, OWN);
    expect(context.responseCookies.join()).toContain('__Host-endpoint=; Path=/; Max-Age=0');
  });

  test('accepts a session only for the API that issued it', async () => {
    const { context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    await writeSession(context, session);
    expect(await readSession(next(context), context)).toMatchObject({ accountId: 'account' });
    await keepEndpoint(context, OTHER);
    expect(await readSession(next(context), context)).toBeNull();
    await writeSession(context, { ...session, endpoint: OTHER });
    expect(await readSession(next(context), context)).toMatchObject({ endpoint: OTHER });
    await keepEndpoint(context, 'https://third.example');
    expect(await readSession(next(context), context)).toBeNull();
    await keepEndpoint(context, OWN);
    expect(await readSession(next(context), context)).toBeNull();
  });

  test('sends another API no bindings and no data reserved for INTERNAL', async () => {
    const { own, context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    await keepEndpoint(context, OTHER);
    const request = requestWithCookies(context, undefined, { headers: { 'User-Agent': 'a browser' } });
    await expect(publicCall(request, context, get, nothing, { counted: true })).resolves.toEqual({ ok: true });
    await expect(signedApi(request, context, { ...session, endpoint: OTHER }).call(get, nothing)).resolves.toEqual({ ok: true });
    expect([own, outside.map(({ url, redirect }) => [url, redirect])]).toEqual([
      [],
      [
        [`${OTHER}/thing`, 'manual'],
        [`${OTHER}/thing`, 'manual'],
      ],
    ]);
    const told = outside.flatMap(({ headers }) => [...headers].flat()).join(' ');
    expect(told).not.toMatch(/192\.0\.2\.1|a browser|cookie/i);
  });

  test('calls another API through the OUTSIDE binding if the installation has one', async () => {
    const { context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    const taken: Array<string> = [];
    context.env.OUTSIDE = {
      fetch: async ({ url, redirect }) => {
        taken.push(`${redirect} ${url}`);
        return Response.json({ ok: true });
      },
    };
    await keepEndpoint(context, OTHER);
    await publicCall(next(context), context, get, nothing);
    await signedApi(next(context), context, { ...session, endpoint: OTHER }).call(get, nothing);
    expect([taken, outside]).toEqual([[`manual ${OTHER}/thing`, `manual ${OTHER}/thing`], []]);
  });

  test('calls only our own API when the browser has chosen none', async () => {
    const { own, context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    await publicCall(next(context), context, get, nothing);
    await signedApi(next(context), context, session).call(get, nothing);
    expect([own, outside]).toEqual([[`INTERNAL ${OWN}/thing`, `${OWN}/thing`], []]);
  });

  test.each([
    ['redirects', () => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/' } })],
    ['returns too much data', () => Response.json({ ok: true, more: 'x'.repeat(4 * 1024 * 1024) })],
    ['returns invalid JSON', () => new Response('<html>')],
  ])('throws Unavailable when an API %s', async (_, reply) => {
    const { context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    await keepEndpoint(context, OTHER);
    answer = reply;
    await expect(publicCall(next(context), context, get, nothing)).rejects.toThrow(Unavailable);
    expect(outside).toHaveLength(1);
  });

  test('opens no socket to another API, so pages poll', async () => {
    const { own, context } = installation({ ENDPOINT_OVERRIDE: 'any' });
    await keepEndpoint(context, OTHER);
    await writeSession(context, { ...session, endpoint: OTHER });
    expect(await findRealtimeAddress(next(context), context)).toBe('unavailable');
    expect([own, outside]).toEqual([[], []]);
  });
});
