import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createServer, type ViteDevServer } from 'vite';
import type { LoadContext, WebEnv } from '#app/context.ts';
import { addHeaders, createNonce, isOurHost, isOwnRequest, refuseInvalidUrl } from '#workers/front-door.ts';
import { handleRequest } from '#workers/handle-request.ts';
import { admitRealtime } from '#workers/realtime.ts';
import { serveDevRealtime } from './dev-realtime.ts';
import { ROOT } from './paths.ts';
import { withoutSignalHandlers } from './stopping.ts';

type CreateRequestHandler = (build: unknown, mode: 'development') => (request: Request, context: LoadContext) => Promise<Response>;

// Loaded with require, because its types include workerd’s globals, which conflict with Node’s.
const { createRequestHandler }: { createRequestHandler: CreateRequestHandler } = createRequire(import.meta.url)('@remix-run/cloudflare');

/** Serves the pages from source on `server`. The front door checks each request; files go to Vite, the rest to Remix. */
export async function startDevPages(server: Server, webEnv: () => Promise<WebEnv>): Promise<{ close(): Promise<void> }> {
  const allow = ['app', 'locales', 'public', 'node_modules'].map((folder) => join(ROOT, folder));
  const options = { middlewareMode: true, hmr: { server }, cors: false, fs: { strict: true, allow } };
  // Remix compiles with a second Vite server, which would end the process on a signal.
  const vite = await withoutSignalHandlers(() => createServer({ root: ROOT, logLevel: 'warn', server: options }), [process.stdin]);
  server.on('request', (incoming, outgoing) => {
    serve(vite, webEnv, incoming, outgoing).catch((error) => {
      console.error(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  serveDevRealtime(server, toRequest, async (request) => {
    const { entry } = await vite.ssrLoadModule('virtual:remix/server-build');
    return admitRealtime(request, toNative(await webEnv()), entry.module.findRealtimeAddress);
  });
  return {
    close: async () => {
      await vite.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(
  vite: ViteDevServer,
  webEnv: () => Promise<WebEnv>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const unreadable = refuseInvalidUrl(addressOf(incoming));
  if (unreadable !== null) return send(unreadable, outgoing);
  const env = toNative(await webEnv());
  const request = toRequest(incoming);
  if (mayBeFile(request, env)) {
    setHeaders(
      outgoing,
      addHeaders(new Response(null), { nonce: createNonce(), publicUrl: env.PUBLIC_URL, cookies: [], cspMode: 'hot-reload' }),
    );
    await new Promise<void>((passed) => {
      outgoing.once('close', passed);
      vite.middlewares(incoming, outgoing, () => passed());
    });
    if (outgoing.headersSent) return;
  }
  const response = await handleRequest(request, env, (inside, context) => render(vite, inside, context), { cspMode: 'hot-reload' });
  await send(response, outgoing);
}

// Paths that pages load under hot reload. Vite would also serve the rest of the folder, including secrets and the demo family’s password.
const SOURCES = /^\/(?:@vite\/|@id\/|@react-refresh$|app\/|locales\/|node_modules\/)/;

function isSource(pathname: string): boolean {
  const hidden = pathname.split('/').some((part) => part.startsWith('.') && part !== '.vite');
  return !hidden && (SOURCES.test(pathname) || (pathname !== '/' && existsSync(join(ROOT, 'public', pathname))));
}

function mayBeFile(request: Request, env: WebEnv): boolean {
  const installation = { publicUrl: env.PUBLIC_URL, demonstration: true };
  const pathname = decodePath(new URL(request.url).pathname);
  if (pathname === null || !isSource(pathname)) return false;
  return request.method === 'GET' && isOurHost(request, installation) && isOwnRequest(request, new URL(request.url).origin);
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

async function render(vite: ViteDevServer, request: Request, context: LoadContext): Promise<Response> {
  return createRequestHandler(await vite.ssrLoadModule('virtual:remix/server-build'), 'development')(request, context);
}

function addressOf({ headers, url = '/' }: IncomingMessage): string {
  return `http://${headers.host ?? 'localhost'}${url}`;
}

/** Converts the request to workerd’s form, with the client’s address in `cf`. */
function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  const { method = 'GET', socket } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' as const };
  const request = new Request(addressOf(incoming), { method, headers, ...body });
  return Object.defineProperty(request, 'cf', { value: { clientIp: `[${socket.remoteAddress}]:${socket.remotePort}` } });
}

/** Converts Miniflare’s Response class to Node’s, which the application expects. */
function toNative(env: WebEnv): WebEnv {
  const native = (answered: Response) => new Response(answered.body, { status: answered.status, headers: [...answered.headers] });
  const service = (bound: WebEnv['API']): WebEnv['API'] => ({ fetch: async (request) => native(await bound.fetch(request)) });
  return {
    ...env,
    API: service(env.API),
    ...(env.SCRYPT === undefined ? {} : { SCRYPT: service(env.SCRYPT) }),
    INTERNAL: new Proxy(env.INTERNAL, {
      get: (internal, name) =>
        name === 'call'
          ? async (...args: Parameters<typeof internal.call>) => native(await internal.call(...args))
          : Reflect.get(internal, name),
    }),
  };
}

function setHeaders(outgoing: ServerResponse, { headers }: Response): void {
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  if (headers.getSetCookie().length > 0) outgoing.setHeader('Set-Cookie', headers.getSetCookie());
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  setHeaders(outgoing, response);
  // The client has already disconnected.
  if (outgoing.destroyed) await response.body?.cancel();
  else if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing).catch(() => outgoing.destroy());
}
