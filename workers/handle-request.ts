import type { LoadContext, WebEnv } from '#app/context.ts';
import { logRefusal } from '#app/server/refusals.server.ts';
import { report } from '#app/server/report.server.ts';
import { clientAddress } from './client-address.ts';
import { edgeOf } from './edge.ts';
import { addHeaders, type CspMode, createNonce, type Installation, isApplePost, isOurHost, isOwnRequest, ownOrigin } from './front-door.ts';
import { toCountedNetworks, toLoggedPrefix } from './network.ts';
import { answerProbe } from './probes.ts';
import { refusalPage } from './refusal-page.ts';

/** Serves an admitted request with a static file or a page. */
export type RequestHandler = (request: Request, context: LoadContext) => Promise<Response>;

/**
 * Keeps work running after the response, like `waitUntil` on Workers. On platforms that don't stop after the response, the work simply
 * continues.
 */
export type WaitUntil = LoadContext['waitUntil'];

/** The bindings that the front door reads. */
export type FrontDoorEnv = WebEnv & { TRUSTED_PROXY?: string };

/**
 * Handles a request: checks host and origin, runs the application and adds headers. Each failure writes one log line, and no response
 * contains a stack. A GET that fails redirects to /error, except /error itself (A98).
 */
export async function handleRequest(
  request: Request,
  env: FrontDoorEnv,
  handler: RequestHandler,
  { cspMode = 'production', waitUntil = runDetached }: { cspMode?: CspMode; waitUntil?: WaitUntil } = {},
): Promise<Response> {
  const installation = { publicUrl: env.PUBLIC_URL, demonstration: env.APP_ENV === 'demonstration' };
  const context = createContext(request, env, waitUntil);
  const response = await admit(request, installation, context, handler);
  const { nonce, responseCookies: cookies, responseHeaders: more, contentSources } = context;
  return addHeaders(response, { nonce, publicUrl: env.PUBLIC_URL, cookies, more, cspMode, contentSources });
}

/** The methods that pages and forms use. */
const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Creates the load context of a request, with a new nonce and a new reference for log lines. Its cookies and headers go into the response.
 */
export function createContext(request: Request, env: FrontDoorEnv, waitUntil: WaitUntil = runDetached): LoadContext {
  const ip = clientAddress(request, env.TRUSTED_PROXY);
  return {
    env,
    nonce: createNonce(),
    ip,
    networks: toCountedNetworks(ip),
    network: toLoggedPrefix(ip),
    edge: edgeOf(request),
    reference: crypto.randomUUID().slice(0, 8),
    responseCookies: [],
    responseHeaders: new Headers(),
    contentSources: [],
    startedAt: Date.now(),
    waitUntil,
  };
}

function runDetached(work: Promise<unknown>): void {
  void work;
}

async function admit(request: Request, installation: Installation, context: LoadContext, handler: RequestHandler): Promise<Response> {
  if (!isOurHost(request, installation)) {
    logRefusal('request', 'host', context);
    return refusalPage(request, 'host', context);
  }
  const isAdmitted =
    isOwnRequest(request, ownOrigin(request, installation)) || (isApplePost(request) && (await isApplePostEnabled(context)));
  if (!isAdmitted) {
    logRefusal('request', 'cross-site', context);
    return refusalPage(request, 'cross-site', context);
  }
  // Remix runs an action for every method other than GET, but all our forms use POST.
  if (!METHODS.includes(request.method)) return refusalPage(request, 'method', context, METHODS.join(', '));
  const probe = await answerProbe(request, context.env);
  if (probe !== null) return probe;
  try {
    const response = await handler(withoutDataQuery(withPublicHost(request, installation)), context);
    // Scripts handle a refused data request themselves, so it gets no page.
    const isPage = response.status === 405 && !new URL(request.url).pathname.endsWith('.data');
    return isPage ? refusalPage(request, 'method', context) : response;
  } catch (error) {
    report(error, request, context);
    const isPage = request.method === 'GET' && new URL(request.url).pathname !== '/error';
    if (isPage) return new Response(null, { status: 303, headers: { Location: `/error?ref=${context.reference}` } });
    return refusalPage(request, 'failed', context);
  }
}

/** True if a provider returns by form POST (APPLE_FORM_POST in the API settings). Returns false if the API does not respond. */
async function isApplePostEnabled({ env }: LoadContext): Promise<boolean> {
  try {
    return (await env.INTERNAL.ssoProviders()).some(({ isFormPost }) => isFormPost);
  } catch {
    return false;
  }
}

/**
 * Returns the request with the public host, except in the demonstration, and without X-Forwarded-Host. Behind a proxy, the URL names the
 * machine, but the application must see the public host.
 */
function withPublicHost(request: Request, { publicUrl, demonstration }: Installation): Request {
  if (demonstration) return withoutForwardedHost(request);
  const { protocol, host } = new URL(publicUrl);
  // Set each part of the URL: resolving a path that starts with two slashes against our origin would change the host.
  const url = new URL(request.url);
  url.protocol = protocol;
  url.host = host;
  if (!host.includes(':')) url.port = '';
  const renamed = new Request(url, request);
  renamed.headers.set('Host', url.host);
  return withoutForwardedHost(renamed);
}

/**
 * Returns the request without the query `_data`. Our pages never send it, and Remix would log an error for every request that has it.
 */
function withoutDataQuery(request: Request): Request {
  const url = new URL(request.url);
  if (!url.searchParams.has('_data')) return request;
  url.searchParams.delete('_data');
  return new Request(url, request);
}

/** Returns the request without X-Forwarded-Host. Remix would trust that header and treat our own forms as cross-site. */
function withoutForwardedHost(request: Request): Request {
  if (!request.headers.has('X-Forwarded-Host')) return request;
  const stripped = new Request(request);
  stripped.headers.delete('X-Forwarded-Host');
  return stripped;
}
