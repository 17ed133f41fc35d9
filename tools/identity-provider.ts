import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, jwtVerify } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { escapeHtml, signInPage } from './identity-provider-page.ts';
import { claimsOf, type Name, type Person, remember } from './identity-provider-people.ts';
import { MemoryStore } from './identity-provider-store.ts';

/** Both single sign-on providers on this machine (A85), and the API settings to use them. */
export type IdentityProvider = { origin: string; settings: Record<string, string>; close(): Promise<void> };

const SECONDS = { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };
const TEAM = 'LOCALTEAM1';

/**
 * Simulates Google under /google and Apple under /apple, on loopback and in memory. Accepts any address without confirmation. Like Apple,
 * /apple requires a client secret signed with the team’s key. It sends the name only in a form post, and refuses scopes with response mode
 * query (A85).
 */
export async function startIdentityProvider(port: number, webUrl: string, { isFormPost = false } = {}): Promise<IdentityProvider> {
  const origin = `http://127.0.0.1:${port}`;
  const team = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const googleSecret = randomBytes(24).toString('base64url');
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...(await exportJWK(signing.privateKey)), use: 'sig', alg: 'RS256', kid: randomBytes(4).toString('hex') };
  const isSecret: Record<Name, (client: string, secret: string) => Promise<boolean>> = {
    google: async (_client, secret) => secret === googleSecret,
    apple: async (client, secret) =>
      jwtVerify(secret, team.publicKey, { algorithms: ['ES256'], issuer: TEAM, subject: client, audience: `${origin}/apple` }).then(
        ({ payload: { exp = 0, iat = 0 } }) => exp - iat <= 15_777_000,
        () => false,
      ),
  };
  const play = (name: Name) => {
    const redirect = `${webUrl}/${name}-sso-redirect`;
    return startProvider({ name, issuer: `${origin}/${name}`, redirect, jwk, isSecret: isSecret[name] });
  };
  const parts = { google: play('google'), apple: play('apple') };
  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split(/[/?]/);
    const part = name === 'google' || name === 'apple' ? parts[name] : null;
    if (part === null) return void response.writeHead(404).end();
    part(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    origin,
    settings: {
      GOOGLE_ISSUER: `${origin}/google`,
      GOOGLE_CLIENT_ID: clientId('google'),
      GOOGLE_CLIENT_SECRET: googleSecret,
      APPLE_ISSUER: `${origin}/apple`,
      APPLE_CLIENT_ID: clientId('apple'),
      APPLE_TEAM_ID: TEAM,
      APPLE_KEY_ID: 'LOCALKEY01',
      APPLE_PRIVATE_KEY: team.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ...(isFormPost ? { APPLE_FORM_POST: '1' } : {}),
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function clientId(name: Name): string {
  return `porchlight-local-${name}`;
}

type Part = {
  name: Name;
  issuer: string;
  redirect: string;
  jwk: object;
  isSecret: (client: string, secret: string) => Promise<boolean>;
};

function startProvider({ name, issuer, redirect, jwk, isSecret }: Part) {
  const people = new Map<string, Person>();
  const configuration: Configuration = {
    adapter: MemoryStore,
    clients: [
      {
        client_id: clientId(name),
        client_secret: 'not compared',
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', 'name'],
    conformIdTokenClaims: false,
    // Apple ignores PKCE and Google does not require it, but our client always sends it.
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, userinfo: { enabled: false } },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => claimsOf(name, sub, people.get(sub)) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile name');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/${name}/interaction/${uid}` },
    ttl: SECONDS,
  };
  const provider = new Provider(issuer, configuration);
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return isSecret(this.clientId, secret);
  };
  if (name === 'apple') {
    // Apple sends the name next to the code in the form post.
    provider.use(async (ctx, next) => {
      await next();
      const person = people.get(ctx.oidc?.session?.accountId ?? '');
      if (typeof ctx.body === 'string' && ctx.body.includes('Submitting Callback') && person !== undefined) {
        const [firstName = '', ...rest] = person.name.split(' ');
        const user = escapeHtml(JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email: person.email }));
        ctx.body = ctx.body.replace('<noscript>', `<input type="hidden" name="user" value="${user}"/><noscript>`);
      }
    });
  }
  const handle = provider.callback();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', issuer);
    const refusal = name === 'apple' ? refusedByApple(url) : null;
    if (refusal !== null) return void response.writeHead(400, { 'Content-Type': 'text/plain' }).end(refusal);
    const path = `${url.pathname.slice(name.length + 1)}${toOwnParameters(url)}`;
    // The library derives its mount path from the difference between these two URLs.
    Object.assign(request, { originalUrl: `/${name}${path}`, url: path });
    forgetSession(request);
    if (!path.startsWith('/interaction/')) return handle(request, response);
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      return void response.end(signInPage(name));
    }
    const fields = await readFields(request);
    const result =
      fields.get('intent') === 'refuse' ? { error: 'access_denied' } : { login: { accountId: remember(people, name, fields) } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
}

/**
 * Removes the provider’s session cookie, so that each login can be another person. Otherwise the library asks whether to end the previous
 * session.
 */
function forgetSession({ headers }: IncomingMessage): void {
  const kept = (headers.cookie ?? '').split('; ').filter((pair) => !pair.startsWith('_session'));
  headers.cookie = kept.join('; ');
}

function refusedByApple({ pathname, searchParams }: URL): string | null {
  const asks = pathname === '/apple/auth' && (searchParams.get('scope') ?? '') !== '';
  return asks && searchParams.get('response_mode') !== 'form_post' ? 'invalid_request: response_mode must be form_post' : null;
}

/**
 * Returns the query string for the library. Adds the scope `openid`, because Google and Apple return an id_token even without it. Adds
 * `prompt=login`, so that each login asks who logs in.
 */
function toOwnParameters({ pathname, searchParams }: URL): string {
  if (pathname.endsWith('/auth')) {
    const scopes = new Set(['openid', ...(searchParams.get('scope') ?? 'email').split(' ')]);
    searchParams.set('scope', [...scopes].join(' '));
    searchParams.set('prompt', 'login');
  }
  const text = searchParams.toString();
  return text === '' ? '' : `?${text}`;
}

async function readFields(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const piece of request) text += piece;
  return new URLSearchParams(text);
}
