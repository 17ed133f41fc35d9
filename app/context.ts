/** What every loader and action is given besides the request; workers/web.ts and the dev server compose it once per request. */
export type LoadContext = {
  env: WebEnv;
  /** The nonce of this answer's Content-Security-Policy. */
  nonce: string;
  /** The caller's address, where it can be known (workers/client-address.ts). */
  ip: string;
  /** Names this request in the log and on the error page (A98). */
  reference: string;
  /** Set-Cookie values that whatever runs on the way may add; they go onto the answer, whichever answer it becomes. */
  responseCookies: Array<string>;
};

/** The web Worker's bindings: two services and its own secret. There is no data binding. */
export type WebEnv = {
  API: ApiService;
  INTERNAL: InternalService;
  /** `kid:base64(32 bytes)`, joined by commas; the first seals, the others still open. */
  SESSION_KEYS: string;
  /** The origin that people see, without a slash at its end. */
  PUBLIC_URL: string;
  /** The origin that devices call. */
  API_URL: string;
  /** `demonstration`, or unset: production (A124). */
  APP_ENV?: string;
};

type ApiService = { fetch(request: Request): Promise<Response> };

/** What only the web Worker may say to the API (architecture 1.11, A136). */
export type InternalService = {
  call(request: Request, context: { ip: string; browser: string | null; counted: boolean }): Promise<Response>;
  reserveAttempt(kind: 'login' | 'signup', attempt: { email: string; ip: string }): Promise<boolean>;
  revokeSession(accountId: string, sessionId: string): Promise<void>;
  catalogue(): Promise<unknown>;
  grant(email: string, sku: string): Promise<{ granted: boolean; reason?: string }>;
  mailbox(): Promise<Array<{ id: string; to: string; subject: string; text: string; html: string; at: number }>>;
};
