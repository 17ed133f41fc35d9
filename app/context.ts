import type { ChildAppSettings } from './domain/child-apps.ts';
import type { MapSource } from './domain/map-source.ts';
import type { TileAddress } from './domain/map-tile.ts';
import type { OfferHeader, Promo } from './domain/offer.ts';
import type { Partner } from './domain/partner.ts';

/** The context passed to every loader and action. workers/web.ts and the dev server create it once per request. */
export type LoadContext = {
  env: WebEnv;
  /** Nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** The caller's IP address, if it is known (workers/client-address.ts). */
  ip: string;
  /** The networks used for rate limits (workers/network.ts): the address for IPv4, /64 and /48 for IPv6. */
  networks: { narrow: string; wide: string | null };
  /** The network prefix of the address. Only this part may be logged. */
  network: string;
  /**
   * Time zone and place («Berlin, DE») that the platform derives from the address. Stored here, because Remix passes copies of the request
   * without these values.
   */
  edge: { timeZone: string | null; place: string | null };
  /** Identifies this request in the log and on the error page (A98). */
  reference: string;
  /** `Set-Cookie` values. Any code may add values while it handles the request; the response then sets them. */
  responseCookies: Array<string>;
  /** Other headers to set on the response. Any code may add them. */
  responseHeaders: Headers;
  /** What the response's Content-Security-Policy allows besides our own. Any code may add a directive and a source. */
  contentSources: Array<ContentSource>;
  /** When the request arrived, epoch ms. */
  startedAt: number;
  /** Keeps `work` running after the response is sent. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** A directive that limits where content comes from or where forms lead, and a source that it allows. */
export type ContentSource = {
  directive: 'script-src' | 'frame-src' | 'connect-src' | 'img-src' | 'form-action';
  source: string;
};

/** Bindings of the web Worker: services, settings and its own secret. The web Worker has no data binding. */
export type WebEnv = ChildAppSettings & {
  API: ApiService;
  INTERNAL: InternalService;
  /**
   * Fetches only from public addresses, even if a host name resolves to a private address. Unset: the platform's `fetch`, which has the
   * same restriction on Cloudflare.
   */
  OUTSIDE?: ApiService;
  /** Derives typed passwords outside this Worker's thread (app/keys/scrypt-service.ts). Unset, as on Cloudflare: derives in this thread. */
  SCRYPT?: ApiService;
  /** Comma-separated `kid:base64(32 bytes)`. The first key encrypts; the other keys only decrypt older values. */
  SESSION_KEYS: string;
  /** Public origin of the pages, without a trailing slash. */
  PUBLIC_URL: string;
  /** Origin that devices call. */
  API_URL: string;
  /** `demonstration`; unset means production (A124). */
  APP_ENV?: string;
  /** Addresses of pages outside this product, HTTPS (A97); see app/server/external-links.server.ts. */
  HELP_URL?: string;
  PRIVACY_URL?: string;
  CHILDRENS_PRIVACY_URL?: string;
  TERMS_URL?: string;
  /** Sentry-style DSN (`https://key@host/project`) that receives a sample of errors and timings (A78). Unset: nothing is sent. */
  SENTRY_DSN?: string;
  /** A URL that receives each page view as a JSON POST (A78). Unset: nothing is sent. */
  ANALYTICS_URL?: string;
  /** The contact for vulnerability reports (`mailto:` or `https:`), and its expiry date; see app/server/seo.server.ts. */
  SECURITY_CONTACT?: string;
  SECURITY_EXPIRES?: string;
  /** Which APIs a browser may choose instead of ours (A32): `off`, `allowlist` or `any`. See app/server/endpoint-choice.server.ts. */
  ENDPOINT_OVERRIDE?: string;
  ENDPOINT_QA?: string;
  ENDPOINT_LOCAL?: string;
  ENDPOINT_DEV5?: string;
  /** The deep link that receives a sign-on code requested by the app (A86). Default: `opconnect://sso`. */
  SSO_DEEP_LINK?: string;
  /** Base URL of the app-info service, without a trailing slash (A55). Unset: our API. */
  APP_INFO_URL?: string;
  /** Base URL of the pairing service, without a trailing slash (A134). Unset: our API. */
  PAIRING_BASE?: string;
  /** Set during automated tests: page views are not counted (9.4.4). */
  E2E?: string;
};

type ApiService = { fetch(request: Request): Promise<Response> };

/** Identifies the caller of an API request. Has the same fields as `Caller` in workers/api/caller.ts. */
export type CallerContext = {
  ip: string;
  browser: string | null;
  counted: boolean;
  known: Array<{ accountId: string; id: string }>;
  freshId: string | null;
  place: string | null;
  /** Identifies the request in the log. */
  reference?: string;
};

/** A single sign-on provider from the API's settings (A85). `isFormPost`: the provider answers with a form POST. */
export type SsoProvider = { type: 'apple' | 'google'; issuer: string; clientId: string; redirectUri: string; isFormPost: boolean };

/**
 * A map tile, unpacked. `version`: version of its source. Empty `bytes`: the tile has no content. `missing`: no such source or tile.
 * `failed`: the source did not respond.
 */
export type MapTile = { outcome: 'tile'; bytes: Uint8Array; version: string } | { outcome: 'missing' } | { outcome: 'failed' };

/** API calls that only the web Worker may make (architecture 1.11, A136). */
export type InternalService = {
  call(request: Request, context: CallerContext): Promise<Response>;
  reserveAttempt(
    kind: 'login' | 'signup' | 'reset' | 'move',
    attempt: { email: string; ip: string; known: Array<{ accountId: string; id: string }>; reference?: string },
  ): Promise<boolean>;
  releaseAttempt(
    kind: 'login' | 'signup' | 'reset' | 'move',
    attempt: { email: string; ip: string; known: Array<{ accountId: string; id: string }> },
  ): Promise<void>;
  revokeSession(accountId: string, sessionId: string): Promise<void>;
  offer(visit: { coupon: string | null; groupId: string | null; ip: string; reference?: string }): Promise<{
    coupon: 'usable' | 'unusable' | null;
    groupId: string | null;
    header: OfferHeader | null;
    promo: Promo;
  }>;
  affiliate(code: string): Promise<{ partner: Partner | null } | null>;
  partner(couponGroupId: string): Promise<Partner | null>;
  setPartner(couponGroupId: string, partner: unknown): Promise<{ stored: boolean; reason?: string }>;
  catalogue(): Promise<unknown>;
  sellsPlans(): Promise<boolean>;
  ssoProviders(): Promise<Array<SsoProvider>>;
  ssoEndpoint(type: SsoProvider['type']): Promise<string | null>;
  importLegacy(line: unknown): Promise<{ imported: boolean; reason?: string }>;
  grant(email: string, sku: string): Promise<{ granted: boolean; reason?: string }>;
  adoptEntries(
    entries: ReadonlyArray<{ id: string; owner: string; detail: string; state: 'reserved' | 'confirmed'; until: number | null }>,
  ): Promise<void>;
  listSessions(email: string): Promise<Array<{ name: string; os: string; place: string | null; createdAt: number; seenAt: number }> | null>;
  endSessions(email: string): Promise<number | null>;
  billingHealth(): Promise<{ webhookAt: number | null; sweptAt: number | null; day: string; sweeps: number; differences: number }>;
  advanceSandbox(email: string, days: number): Promise<boolean>;
  appMedia(query: { bundleId: string; language: string; name: string; tags: string | null; range: string | null }): Promise<Response>;
  mapSources(): Promise<Array<MapSource>>;
  mapTiles(tiles: ReadonlyArray<TileAddress & { source: string }>): Promise<Array<MapTile>>;
  ready(): Promise<boolean>;
  mailbox(): Promise<Array<{ id: string; to: string; subject: string; text: string; html: string; at: number }>>;
};
