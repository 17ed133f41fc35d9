import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { ownEndpoint } from '#app/server/endpoint-choice.server';
import { fetchExternal } from '#app/server/external-api.server';
import type { Parent } from '#app/server/guards.server';
import { readSession } from '#app/server/session.server';
import { DOWNLOAD_LIFE_MS, getAnalysis, getDownloadUrls, OBJECT_PATH, type SampleUrlsWire } from '#app/wire/samples';
import type { PictureKind } from './picture-kind';
import { ACCESS_MAX, type AccessPart, type SampleAccess, type SampleAccessAnswer } from './sample-access';

const OBJECTS = '/resources/sample-object';
const PARTS: ReadonlyArray<string> = ['thumbs', 'screens', 'details'] satisfies Array<AccessPart>;

/** Answers a page that opens samples: `?of=thumbs&id=…&id=…`. The family records each request in its access log. */
export async function answerSampleAccess(request: Request, { api }: Parent): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const ids = [...new Set(query.getAll('id'))];
  const part = query.get('of') ?? '';
  if (ids.length === 0 || ids.length > ACCESS_MAX || !PARTS.includes(part)) return new Response(null, { status: 400 });
  try {
    const answer = part === 'details' ? await readDetails(api, ids) : await readAddresses(api, ids, part === 'screens');
    return Response.json(answer);
  } catch (error) {
    // None of the samples exists any more.
    if (error instanceof Response && error.status === 403) return Response.json({ lifeMs: DOWNLOAD_LIFE_MS, samples: [] });
    throw error;
  }
}

/** Records in the access log that the parent revealed a blurred screenshot. One that is gone is ignored. */
export async function recordRevealed(request: Request, { api }: Parent): Promise<Response> {
  const id = String((await request.formData()).get('id') ?? '');
  if (id === '') return new Response(null, { status: 400 });
  const body = { request_type: 'get_download_urls' as const, request_args: { sample_ids: [id], revealed: true } };
  await api.call(getDownloadUrls, { query: {}, body }, newKey()).catch((error) => {
    if (!(error instanceof Response && error.status === 403)) throw error;
  });
  return new Response(null, { status: 204 });
}

/** Returns addresses and wrapped keys, of the thumbnails or of the screens. */
export async function readAddresses(api: Parent['api'], ids: Array<string>, isOfScreens: boolean): Promise<SampleAccessAnswer> {
  const request_args = { sample_ids: ids, kinds: [isOfScreens ? ('screens' as const) : ('thumbnails' as const)] };
  const wire = await api.call(getDownloadUrls, { query: {}, body: { request_type: 'get_download_urls', request_args } }, newKey());
  const now = Date.now();
  const lifeMs = Math.min(DOWNLOAD_LIFE_MS, ...wire.map(({ dlExpiry }) => dlExpiry - now));
  return { lifeMs, samples: wire.map(fromWireUrls) };
}

function fromWireUrls({ sample_id, keys, thumbnails, screens }: SampleUrlsWire): SampleAccess {
  const all = [...(thumbnails === null ? [] : [{ kind: 'thumb', ...thumbnails }]), ...screens];
  const pictures = all.map(({ kind, url, bytes, sha256 }) => ({ kind: kind as PictureKind, path: toPath(url), bytes, sha256 }));
  return { id: sample_id, keys: keys.map(fromWireKey), pictures, details: null };
}

/** Returns the sealed details with the wrapped keys. */
export async function readDetails(api: Parent['api'], ids: Array<string>): Promise<SampleAccessAnswer> {
  const wire = await api.call(
    getAnalysis,
    { query: {}, body: { request_type: 'get_analysis', request_args: { sample_ids: ids } } },
    newKey(),
  );
  const samples = wire.map(({ sample_id, keys, meta }) => ({ id: sample_id, keys: keys.map(fromWireKey), pictures: [], details: meta }));
  return { lifeMs: DOWNLOAD_LIFE_MS, samples };
}

function fromWireKey({ key_id, wrapped }: SampleUrlsWire['keys'][number]): SampleAccess['keys'][number] {
  return { keyId: key_id, wrapped };
}

/** These calls only read, but they are sent as POST, which needs a key. */
function newKey(): { idempotencyKey: string } {
  return { idempotencyKey: crypto.randomUUID() };
}

function toPath(url: string | null): string | null {
  return url === null ? null : `${OBJECTS}/${url.split('/').at(-1)}`;
}

/**
 * Passes a sealed object on from the API, so that a page talks only to its own origin. An address works only for the session that got it.
 * Reads no account: the family checks the session with each address.
 */
export async function passOnObject(request: Request, context: AppLoadContext, token: string): Promise<Response> {
  const session = await readSession(request, context);
  if (session === null) throw redirect('/login');
  const [accountId, , , , , sessionId] = token.split('.');
  if (accountId !== session.accountId || sessionId !== session.sessionId) return new Response(null, { status: 403 });
  const address = `${session.endpoint ?? ownEndpoint(context)}${OBJECT_PATH}/${encodeURIComponent(token)}`;
  const call = new Request(address);
  const found = await (session.endpoint === undefined ? context.env.API.fetch(call) : fetchExternal(context.env, call)).catch(() => null);
  if (found?.status !== 200) {
    await found?.body?.cancel();
    return new Response(null, { status: found?.status === 404 || found?.status === 403 ? found.status : 503 });
  }
  return new Response(found.body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}
