import { importPKCS8, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import * as z from 'zod';
import { toParentName } from '#app/domain/child';
import { scrub } from '#app/domain/scrub';
import type { SsoType } from '#app/wire/account';
import { isDemonstration } from '../bindings';
import type { SsoSettings } from './identity-settings';

/** The settings of one provider. Codes are exchanged only for this `redirectUri`. */
export type Provider = { type: SsoType; issuer: string; clientId: string; redirectUri: string; isFormPost: boolean };

/** The verified claims of a provider. `email` is null if it sent none, as Apple may. */
export type VerifiedClaims = {
  idToken: string;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
};

const MAX_AGE_SECONDS = 5 * 60;
const SKEW_SECONDS = 30;
const SECRET_LIFE_SECONDS = 5 * 60;
const METADATA_LIFE_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 5;
const FORBIDDEN = 'http:';

// Caches results and not promises, because a Worker request must not await another request's promise.
const discovered = new Map<string, { at: number; metadata: oidc.ServerMetadata }>();

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  iat: z.number(),
  email: z.string().max(320).optional(),
  // Apple sometimes sends this claim as text.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  name: z.string().optional(),
});

/** Returns the enabled providers of this installation (A85). A provider without a client id is disabled. */
export function listProviders(env: SsoSettings): Array<Provider> {
  const google = { type: 'google' as const, issuer: env.GOOGLE_ISSUER || 'https://accounts.google.com', clientId: env.GOOGLE_CLIENT_ID };
  const apple = { type: 'apple' as const, issuer: env.APPLE_ISSUER || 'https://appleid.apple.com', clientId: env.APPLE_CLIENT_ID };
  return [google, apple].flatMap(({ type, issuer, clientId }) => {
    if (!clientId || (issuer.startsWith(FORBIDDEN) && !isDemonstration(env))) return [];
    const isFormPost = type === 'apple' && isOn(env.APPLE_FORM_POST);
    return [{ type, issuer, clientId, redirectUri: `${env.PUBLIC_URL}/${type}-sso-redirect`, isFormPost }];
  });
}

function isOn(text = ''): boolean {
  return !['', '0', 'false', 'off', 'no'].includes(text.toLowerCase());
}

export function findProvider(env: SsoSettings, type: SsoType): Provider | null {
  return listProviders(env).find((provider) => provider.type === type) ?? null;
}

/** Returns the provider's authorization endpoint, or null if the provider does not respond. */
export async function findAuthorizationEndpoint(env: SsoSettings, provider: Provider): Promise<string | null> {
  const metadata = await tryProvider(provider, () => discover(env, provider));
  return metadata?.authorization_endpoint ?? null;
}

/**
 * Exchanges a code for verified claims. Checks the id_token's signature, issuer, audience, expiry, nonce and age of at most five minutes
 * (S02). Returns null if the exchange or a check fails.
 */
export async function exchangeCode(
  env: SsoSettings,
  provider: Provider,
  { code, verifier, nonce }: { code: string; verifier: string; nonce: string },
): Promise<VerifiedClaims | null> {
  return tryProvider(provider, async () => {
    const metadata = await discover(env, provider);
    const config = configure(env, provider, metadata, await clientSecret(env, provider));
    oidc.enableNonRepudiationChecks(config);
    const back = new URL(provider.redirectUri);
    back.searchParams.set('code', code);
    // The return page has checked the real `iss`. Only the code is passed on, so add the expected value here.
    if (metadata.authorization_response_iss_parameter_supported === true) back.searchParams.set('iss', metadata.issuer);
    const tokens = await oidc.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = claimsSchema.parse(tokens.claims());
    const age = Date.now() / 1000 - claims.iat;
    if (age > MAX_AGE_SECONDS || age < -SKEW_SECONDS) throw new Error('The id_token is expired or not valid yet');
    return {
      idToken: tokens.id_token ?? '',
      issuer: claims.iss,
      subject: claims.sub,
      email: claims.email ?? null,
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      name: claims.name === undefined ? null : toParentName(claims.name),
    };
  });
}

/**
 * Returns a provider's metadata. Reuses fetched metadata for ten minutes.
 * @throws Error if the provider does not respond or names another issuer
 */
async function discover(env: SsoSettings, provider: Provider): Promise<oidc.ServerMetadata> {
  const known = discovered.get(provider.issuer);
  if (known !== undefined && Date.now() - known.at < METADATA_LIFE_MS) return known.metadata;
  const found = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, oidc.None(), {
    timeout: TIMEOUT_SECONDS,
    execute: isDemonstration(env) ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  discovered.set(provider.issuer, { at: Date.now(), metadata });
  return metadata;
}

function configure(env: SsoSettings, { clientId }: Provider, metadata: oidc.ServerMetadata, secret: string): oidc.Configuration {
  // Both providers sign with RS256. All other algorithms are refused, including `none`.
  const client = { id_token_signed_response_alg: 'RS256' };
  const config = new oidc.Configuration(metadata, clientId, client, oidc.ClientSecretPost(secret));
  config.timeout = TIMEOUT_SECONDS;
  if (isDemonstration(env)) oidc.allowInsecureRequests(config);
  return config;
}

/** Returns the client secret. Google's is a fixed string. Apple's is a JWT signed with the team's key and valid for five minutes. */
async function clientSecret(env: SsoSettings, provider: Provider): Promise<string> {
  if (provider.type === 'google') return env.GOOGLE_CLIENT_SECRET ?? '';
  const key = await importPKCS8((env.APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'), 'ES256');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: env.APPLE_KEY_ID ?? '' })
    .setIssuer(env.APPLE_TEAM_ID ?? '')
    .setSubject(provider.clientId)
    .setAudience(provider.issuer)
    .setIssuedAt()
    .setExpirationTime(`${SECRET_LIFE_SECONDS} s`)
    .sign(key);
}

/**
 * Returns the result of `work`, or null if the provider fails. Logs a failure, except a refused code, as one line without code, token or
 * secret.
 */
async function tryProvider<T>(provider: Provider, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    const providerError = error instanceof oidc.ResponseBodyError ? error.error : undefined;
    // A used, invented or expired code is not a fault of the installation, so it is not logged.
    if (providerError === 'invalid_grant') return null;
    console.warn(
      JSON.stringify({
        level: 'warn',
        message: 'single sign-on failed',
        provider: provider.type,
        name,
        code,
        said: providerError,
        cause: scrub(message),
      }),
    );
    return null;
  }
}
