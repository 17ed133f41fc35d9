import { createRequestHandler } from '@remix-run/cloudflare';
import * as build from 'server-build';
import { isFilePath, refuseInvalidUrl, staticCaching } from './front-door.ts';
import { type FrontDoorEnv, handleRequest, type RequestHandler } from './handle-request.ts';
import { openRealtime, REALTIME_PATH } from './realtime.ts';

const remix = createRequestHandler(build, 'production');

export default {
  fetch(request, env, platform) {
    const unreadable = refuseInvalidUrl(request.url);
    if (unreadable !== null) return unreadable;
    if (new URL(request.url).pathname === REALTIME_PATH) return openRealtime(request, env, build.entry.module.findRealtimeAddress);
    const findPage: RequestHandler = async (admitted, context) => {
      const { pathname } = new URL(admitted.url);
      return (isFilePath(pathname) ? await findFile(admitted, env, pathname) : null) ?? remix(admitted, context);
    };
    return handleRequest(request, env, findPage, { waitUntil: (work) => platform.waitUntil(work) });
  },
} satisfies ExportedHandler<FrontDoorEnv & { ASSETS: Fetcher }>;

async function findFile(request: Request, env: { ASSETS: Fetcher }, pathname: string): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const file = await env.ASSETS.fetch(request);
  if (file.status === 404) return pathname.startsWith('/assets/') ? new Response(null, { status: 404 }) : null;
  const response = new Response(file.body, file);
  response.headers.set('Cache-Control', staticCaching(pathname));
  return response;
}
