import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { SsoProvider } from '#app/context';
import { isTimeZone } from '#app/domain/time';
import type { SsoType } from '#app/wire/account';
import { findProvider } from './providers.server';
import { failed, HEADERS, redirectLoggedIn } from './sso-answers.server';
import { challengeOf, newStarted, type PendingSignOn, writeStarted } from './sso-state.server';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const NONCE = /^[\w.~-]{16,128}$/;

/**
 * Handles the init page: redirects to the provider (SSO-001, SSO-002). `?state=opconnect` and `?state=googlepopup` choose the mode;
 * `?time_zone=` is the browser's time zone. An app that exchanges the code itself sends its own `code_challenge` and `nonce`. This browser
 * does not get the app's verifier, so a code stolen here is useless.
 */
export async function startSso(request: Request, context: AppLoadContext, type: SsoType): Promise<Response> {
  const onward = await redirectLoggedIn(request, context);
  if (onward !== null) return onward;
  const url = new URL(request.url);
  const { origin } = new URL(context.env.PUBLIC_URL);
  // The demonstration has two host names, but the provider accepts only one.
  if (url.origin !== origin) return redirect(origin + url.pathname + url.search, { headers: HEADERS });
  const provider = await findProvider(request, context, type);
  const endpoint = provider === null ? null : await findEndpoint(context, type);
  if (provider === null || endpoint === null) return failed(context);
  const timeZone = url.searchParams.get('time_zone') ?? '';
  const started = newStarted(type, toMode(url.searchParams.get('state'), type), isTimeZone(timeZone) ? timeZone : '');
  await writeStarted(context, started, provider.isFormPost);
  return redirect(await authorizationUrl(endpoint, provider, started, url.searchParams), { headers: HEADERS });
}

async function findEndpoint(context: AppLoadContext, type: SsoType): Promise<string | null> {
  try {
    return await context.env.INTERNAL.ssoEndpoint(type);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'the identity provider did not respond', cause: String(error) }));
    return null;
  }
}

function toMode(text: string | null, type: SsoType): PendingSignOn['mode'] {
  if (text === 'opconnect') return text;
  return text === 'googlepopup' && type === 'google' ? text : 'login';
}

/** Returns the authorization URL with exactly the parameters of 7.25.3, plus PKCE and nonce (SSO-005 to SSO-016, A85). */
async function authorizationUrl(endpoint: string, provider: SsoProvider, started: PendingSignOn, asked: URLSearchParams): Promise<string> {
  const url = new URL(endpoint);
  const ofApp = started.mode === 'opconnect' ? { challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce') ?? '' } : null;
  const isOfApp = ofApp !== null && CHALLENGE.test(ofApp.challenge) && NONCE.test(ofApp.nonce);
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    response_type: 'code',
    ...(provider.type === 'google' ? { scope: 'openid email profile', prompt: 'consent' } : appleMode(provider)),
    state: started.state,
    nonce: isOfApp ? ofApp.nonce : started.nonce,
    code_challenge: isOfApp ? ofApp.challenge : await challengeOf(started.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns Apple's response parameters. Apple returns name and address only with a form POST. */
function appleMode({ isFormPost }: SsoProvider): Record<string, string> {
  return isFormPost ? { response_mode: 'form_post', scope: 'name email' } : { response_mode: 'query' };
}
