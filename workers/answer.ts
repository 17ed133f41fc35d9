import type { LoadContext, WebEnv } from '../app/context.ts';
import { logRefusal } from '../app/server/refusals.server.ts';
import { report } from '../app/server/report.server.ts';
import { clientAddress } from './client-address.ts';
import { edgeOf } from './edge.ts';
import {
  createNonce,
  type Installation,
  isForeignReturn,
  isOurHost,
  isOwnRequest,
  ownOrigin,
  type Strictness,
  secure,
} from './front-door.ts';
import { toCountedNetworks, toLoggedPrefix } from './network.ts';
import { answerProbe } from './probes.ts';
import { refusalPage } from './refusal-page.ts';

/** The rest of the house behind the front door: a static file, or a page. */
export type Inside = (request: Request, context: LoadContext) => Promise<Response>;

/** Lets work outlive its answer, as the platform does it; where nothing stops the process, it just goes on. */
export type Outlive = LoadContext['waitUntil'];

/** The bindings that the front door itself reads. */
export type FrontDoorEnv = WebEnv & { TRUSTED_PROXY?: string };

/**
 * Takes one request through the front door: Host, cross-site check, the application, headers. Whatever goes wrong is one line in the log
 * and never a stack in an answer; a page that failed leads to /error, except /error itself (A98).
 */
export async function answer(
  request: Request,
  env: FrontDoorEnv,
  inside: Inside,
  { strictness = 'production', waitUntil = goOn }: { strictness?: Strictness; waitUntil?: Outlive } = {},
): Promise<Response> {
  const installation = { publicUrl: env.PUBLIC_URL, demonstration: env.APP_ENV === 'demonstration' };
  const context = createContext(request, env, waitUntil);
  const response = await letIn(request, installation, context, inside);
  const { nonce, responseCookies: cookies, responseHeaders: more } = context;
  return secure(response, { nonce, publicUrl: env.PUBLIC_URL, cookies, more, strictness });
}

/** The methods that pages and their forms are asked by. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** What the application is given with a request, made once for each. */
export function createContext(request: Request, env: FrontDoorEnv, waitUntil: Outlive = goOn): LoadContext {
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
    startedAt: Date.now(),
    waitUntil,
  };
}

function goOn(work: Promise<unknown>): void {
  void work;
}

async function letIn(request: Request, installation: Installation, context: LoadContext, inside: Inside): Promise<Response> {
  if (!isOurHost(request, installation)) {
    logRefusal('request', 'host', context);
    return refusalPage(request, 'host', context);
  }
  const isLetIn =
    isOwnRequest(request, ownOrigin(request, installation)) || (isForeignReturn(request) && (await wantsForeignReturn(context)));
  if (!isLetIn) {
    logRefusal('request', 'cross-site', context);
    return refusalPage(request, 'cross-site', context);
  }
  // Remix gives an action whatever is no GET, and every form of ours is a POST.
  if (!METHODS.includes(request.method)) return refusalPage(request, 'method', context, METHODS.join(', '));
  const probe = await answerProbe(request, context.env);
  if (probe !== null) return probe;
  try {
    const response = await inside(underOwnName(request, installation), context);
    // A script reads the answer to its own data request itself.
    const isPage = response.status === 405 && !new URL(request.url).pathname.endsWith('.data');
    return isPage ? refusalPage(request, 'method', context) : response;
  } catch (error) {
    report(error, request, context);
    const isPage = request.method === 'GET' && new URL(request.url).pathname !== '/error';
    if (isPage) return new Response(null, { status: 303, headers: { Location: `/error?ref=${context.reference}` } });
    return refusalPage(request, 'failed', context);
  }
}

/** Does a provider answer by a posted form here? The API's settings say so (APPLE_FORM_POST); without its word nobody is let in. */
async function wantsForeignReturn({ env }: LoadContext): Promise<boolean> {
  try {
    return (await env.INTERNAL.ssoProviders()).some(({ isFormPost }) => isFormPost);
  } catch {
    return false;
  }
}

/** Behind a proxy the request names the machine; the application must see the name that people use. */
function underOwnName(request: Request, { publicUrl, demonstration }: Installation): Request {
  if (demonstration) return withoutForwardedHost(request);
  const { protocol, host } = new URL(publicUrl);
  // Part by part: a path that starts with two slashes would name a host if it were resolved against ours.
  const url = new URL(request.url);
  url.protocol = protocol;
  url.host = host;
  if (!host.includes(':')) url.port = '';
  const renamed = new Request(url, request);
  renamed.headers.set('Host', url.host);
  return withoutForwardedHost(renamed);
}

/** The application would believe it, and take its own forms for another site's. */
function withoutForwardedHost(request: Request): Request {
  if (!request.headers.has('X-Forwarded-Host')) return request;
  const bare = new Request(request);
  bare.headers.delete('X-Forwarded-Host');
  return bare;
}
