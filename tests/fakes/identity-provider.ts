import { createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { vi } from 'vitest';
import { bindings } from '../clients/worker.ts';

type Type = 'google' | 'apple';
type Claims = Record<string, string | number | boolean>;
/** Deviations of an id_token: `claims` override the correct ones, `sign` changes the signature. */
export type Forgery = { claims?: Claims; sign?: 'none' | 'other key' };

const keys = await generateKeyPair('RS256', { extractable: true });
const others = await generateKeyPair('RS256');
const JWKS = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] };
const issued = new Map<string, { type: Type; nonce: string; challenge: string; idToken: string }>();
let codes = 0;
/** The requests to token endpoints, as they were sent. */
export const exchanged: Array<{ url: string; body: URLSearchParams }> = [];

const issuers: Record<Type, string> = { google: bindings.GOOGLE_ISSUER ?? '', apple: bindings.APPLE_ISSUER ?? '' };
const clients: Record<Type, string> = { google: bindings.GOOGLE_CLIENT_ID ?? '', apple: bindings.APPLE_CLIENT_ID ?? '' };

/** Stubs `fetch` with both providers: discovery, keys, and single-use codes. */
export function playProviders(): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init)));
}

/** Removes the stub of `fetch`. */
export function closeProviders(): void {
  vi.unstubAllGlobals();
}

/**
 * Simulates a login at the provider.
 * @returns the body of POST /account_sso, whose code can be exchanged for these claims
 */
export async function signInAt(type: Type, claims: Claims, { claims: forged = {}, sign }: Forgery = {}) {
  codes += 1;
  const now = Math.floor(Date.now() / 1000);
  const verifier = `verifier-${codes}-`.padEnd(43, 'x');
  const nonce = `nonce-${codes}`;
  const payload = { iss: issuers[type], aud: clients[type], nonce, iat: now, exp: now + 600, ...claims, ...forged };
  const signed = new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' });
  const idToken =
    sign === 'none' ? new UnsecuredJWT(payload).encode() : await signed.sign((sign === 'other key' ? others : keys).privateKey);
  const code = `code-${codes}`;
  issued.set(code, { type, nonce, challenge: await challengeOf(verifier), idToken });
  const redirect_uri = `${bindings.PUBLIC_URL}/${type}-sso-redirect`;
  return { sso: { auth_code: code, client_id: clients[type], redirect_uri, type, code_verifier: verifier, nonce } };
}

async function answer(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const type = (Object.keys(issuers) as Array<Type>).find((known) => issuers[known] === origin);
  if (type === undefined) return new Response(null, { status: 404 });
  if (pathname === '/.well-known/openid-configuration') return Response.json(describeProvider(type));
  if (pathname === '/jwks') return Response.json(JWKS);
  const body = new URLSearchParams(Buffer.from(await request.arrayBuffer()).toString());
  exchanged.push({ url: request.url, body });
  if (!(await isSecret(type, body.get('client_secret') ?? ''))) return Response.json({ error: 'invalid_client' }, { status: 401 });
  const code = issued.get(body.get('code') ?? '');
  issued.delete(body.get('code') ?? '');
  const isRight = code?.type === type && code.challenge === (await challengeOf(body.get('code_verifier') ?? ''));
  if (code === undefined || !isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 });
  return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: code.idToken });
}

function describeProvider(type: Type) {
  const issuer = issuers[type];
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    // As in Google's current discovery document.
    ...(type === 'google' ? { authorization_response_iss_parameter_supported: true } : {}),
  };
}

/** True if the client secret is valid. Google's is a string; Apple's is a JWT, signed with the team's key for at most half a year. */
async function isSecret(type: Type, secret: string): Promise<boolean> {
  if (type === 'google') return secret === bindings.GOOGLE_CLIENT_SECRET;
  const team = createPublicKey(bindings.APPLE_PRIVATE_KEY ?? '');
  const expected = { algorithms: ['ES256'], issuer: bindings.APPLE_TEAM_ID ?? '', subject: clients.apple, audience: issuers.apple };
  return jwtVerify(
    secret,
    await crypto.subtle.importKey('jwk', team.export({ format: 'jwk' }) as JsonWebKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]),
    expected,
  ).then(
    ({ protectedHeader, payload }) =>
      protectedHeader.kid === bindings.APPLE_KEY_ID && (payload.exp ?? 0) - (payload.iat ?? 0) <= 15_777_000,
    () => false,
  );
}

async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url');
}
