import type { ChildAppSettings } from './domain/child-apps.ts';
import type { OfferHeader } from './domain/offer.ts';

/** What every loader and action is given besides the request; workers/web.ts and the dev server compose it once per request. */
export type LoadContext = {
  env: WebEnv;
  /** The nonce of this answer's Content-Security-Policy. */
  nonce: string;
  /** The caller's address, where it can be known (workers/client-address.ts). */
  ip: string;
  /** The networks that this address is counted under (workers/network.ts): IPv4 by address, IPv6 by /64 and by /48. */
  networks: { narrow: string; wide: string | null };
  /** What a log may say of it: the prefix of its network. */
  network: string;
  /** What the platform's edge knows of that address: its time zone, and «Berlin, DE». Remix gives loaders and actions copies that lost it. */
  edge: { timeZone: string | null; place: string | null };
  /** Names this request in the log and on the error page (A98). */
  reference: string;
  /** Set-Cookie values that whatever runs on the way may add; they go onto the answer, whichever answer it becomes. */
  responseCookies: Array<string>;
  /** Other headers of the answer, likewise. */
  responseHeaders: Headers;
  /** When the request arrived, epoch ms. */
  startedAt: number;
  /** Lets work go on that outlives the answer, and that nobody waits for. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** The web Worker's bindings: two services and its own secret. There is no data binding. */
export type WebEnv = ChildAppSettings & {
  API: ApiService;
  INTERNAL: InternalService;
  /** Reaches public addresses only, whatever a name leads to. Unset: the platform's own `fetch` (Cloudflare's reaches no other either). */
  OUTSIDE?: ApiService;
  /** Derives typed passwords outside this Worker's thread (app/keys/scrypt-service.ts). Unset, as on Cloudflare: derived in place. */
  SCRYPT?: ApiService;
  /** `kid:base64(32 bytes)`, joined by commas; the first seals, the others still open. */
  SESSION_KEYS: string;
  /** The origin that people see, without a slash at its end. */
  PUBLIC_URL: string;
  /** The origin that devices call. */
  API_URL: string;
  /** `demonstration`, or unset: production (A124). */
  APP_ENV?: string;
  /** Pages outside this product, https (A97); see app/server/external-links.server.ts. */
  HELP_URL?: string;
  PRIVACY_URL?: string;
  CHILDRENS_PRIVACY_URL?: string;
  TERMS_URL?: string;
  /** Where a sample of the errors and times goes (A78): `https://key@host/project`, as Sentry and its likes give it. Unset: nowhere. */
  SENTRY_DSN?: string;
  /** Where page views go, each as a POST of JSON (A78). Unset: nowhere. */
  ANALYTICS_URL?: string;
  /** `mailto:` or `https:` for whoever found a hole, and until when that holds; see app/server/seo.server.ts. */
  SECURITY_CONTACT?: string;
  SECURITY_EXPIRES?: string;
  /** Which APIs a browser may choose instead of ours (A32): `off`, `allowlist` or `any`; see app/server/endpoint-choice.server.ts. */
  ENDPOINT_OVERRIDE?: string;
  ENDPOINT_QA?: string;
  ENDPOINT_LOCAL?: string;
  ENDPOINT_DEV5?: string;
  /** Where a code goes that the app asked for (A86): `opconnect://sso` unless it is said. */
  SSO_DEEP_LINK?: string;
  /** Where the app-info service answers, without a slash at its end (A55). Unset: at our API. */
  APP_INFO_URL?: string;
  /** Where the pairing service answers, without a slash at its end (A134). Unset: at our API. */
  PAIRING_BASE?: string;
  /** Set while automatic tests run: no page view is counted (9.4.4). */
  E2E?: string;
};

type ApiService = { fetch(request: Request): Promise<Response> };

/** Who calls, as `Caller` in workers/api/caller.ts tells. */
export type CallerContext = {
  ip: string;
  browser: string | null;
  counted: boolean;
  known: Array<{ accountId: string; id: string }>;
  freshId: string | null;
  place: string | null;
  /** The request's name in the log. */
  reference?: string;
};

/** One provider of single sign-on, as the settings of the API name it (A85). `isFormPost`: it answers by a posted form. */
export type SsoProvider = { type: 'apple' | 'google'; issuer: string; clientId: string; redirectUri: string; isFormPost: boolean };

/** What only the web Worker may say to the API (architecture 1.11, A136). */
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
  }>;
  catalogue(): Promise<unknown>;
  ssoProviders(): Promise<Array<SsoProvider>>;
  ssoEndpoint(type: SsoProvider['type']): Promise<string | null>;
  importLegacy(line: unknown): Promise<{ imported: boolean; reason?: string }>;
  grant(email: string, sku: string): Promise<{ granted: boolean; reason?: string }>;
  adoptEntries(
    entries: ReadonlyArray<{ id: string; owner: string; detail: string; state: 'reserved' | 'confirmed'; until: number | null }>,
  ): Promise<void>;
  listSessions(email: string): Promise<Array<{ name: string; os: string; place: string | null; createdAt: number; seenAt: number }> | null>;
  endSessions(email: string): Promise<number | null>;
  appMedia(wish: { bundleId: string; language: string; name: string; tags: string | null; range: string | null }): Promise<Response>;
  ready(): Promise<boolean>;
  mailbox(): Promise<Array<{ id: string; to: string; subject: string; text: string; html: string; at: number }>>;
};
