import type { AppLoadContext } from '@remix-run/cloudflare';
import type { InternalService } from '#app/context.ts';

const KEY = btoa('0123456789abcdef0123456789abcdef');

const NOBODY: InternalService = {
  call: async () => new Response(null, { status: 503 }),
  reserveAttempt: async () => true,
  releaseAttempt: async () => {},
  revokeSession: async () => {},
  offer: async () => ({ coupon: null, groupId: null, header: null, promo: { coupon: null, group: null, affiliate: null, endsAt: null } }),
  catalogue: async () => [],
  sellsPlans: async () => true,
  affiliate: async () => null,
  partner: async () => null,
  setPartner: async () => ({ stored: true }),
  ssoProviders: async () => [],
  ssoEndpoint: async () => null,
  importLegacy: async () => ({ imported: false }),
  grant: async () => ({ granted: false }),
  adoptEntries: async () => {},
  listSessions: async () => null,
  endSessions: async () => null,
  billingHealth: async () => ({ webhookAt: null, sweptAt: null, day: '', sweeps: 0, differences: 0 }),
  advanceSandbox: async () => false,
  appMedia: async () => new Response(null, { status: 404 }),
  mapSources: async () => [],
  mapTiles: async (tiles) => tiles.map(() => ({ outcome: 'missing' })),
  ready: async () => false,
  mailbox: async () => [],
};

/** Returns what workers/web.ts passes to Remix for one request. `change.api` answers the calls to the API. */
export function webContext(
  change: {
    api?: (request: Request) => Promise<Response>;
    internal?: Partial<InternalService>;
    scrypt?: (request: Request) => Promise<Response>;
    publicUrl?: string;
    keys?: string;
  } = {},
): AppLoadContext {
  return {
    env: {
      API: { fetch: change.api ?? (async () => new Response(null, { status: 503 })) },
      INTERNAL: { ...NOBODY, ...change.internal },
      ...(change.scrypt === undefined ? {} : { SCRYPT: { fetch: change.scrypt } }),
      SESSION_KEYS: change.keys ?? `k1:${KEY}`,
      PUBLIC_URL: change.publicUrl ?? 'https://porchlight.example',
      API_URL: 'https://api.porchlight.example',
    },
    nonce: 'nonce',
    ip: '192.0.2.1',
    networks: { narrow: '192.0.2.1', wide: null },
    network: '192.0.2.0/24',
    edge: { timeZone: null, place: null },
    reference: 'reference',
    responseCookies: [],
    responseHeaders: new Headers(),
    contentSources: [],
    startedAt: Date.now(),
    waitUntil: (work) => void work,
  };
}

/** Returns the browser's next request, with all cookies that the last answer set. */
export function requestWithCookies(context: AppLoadContext, url = 'https://porchlight.example/manage', init: RequestInit = {}): Request {
  const pairs = context.responseCookies.map((cookie) => cookie.split(';')[0] ?? '');
  return new Request(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), Cookie: pairs.join('; ') } });
}
