import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { jpeg, jpegSegment, png } from '#app/domain/image-bytes.fixture';
import { lossy, webp } from '#app/domain/webp.fixture';
import { type AppMediaService, closeAppMedia, playAppMedia } from '#tests/fakes/app-media';
import type { AppMediaSettings } from '../outside/app-media-address';
import { type AppMediaRequest, answerAppMedia } from './app-media';
import { evictOldMedia } from './media-store';

const { FILES } = env as unknown as { FILES: R2Bucket };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const INERT_CSP = "default-src 'none'; sandbox";

let service: AppMediaService;
let warned: MockInstance<typeof console.warn>;

beforeEach(() => {
  service = playAppMedia();
  warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  closeAppMedia();
  warned.mockRestore();
  const { objects } = await FILES.list({ prefix: 'app-media/' });
  await FILES.delete(objects.map(({ key }) => key));
});

type Asking = Partial<AppMediaRequest> & { now?: number; settings?: Partial<AppMediaSettings> };

async function get({ now = 0, settings, ...wish }: Asking = {}) {
  const work: Array<Promise<unknown>> = [];
  const asked = { bundleId: 'com.duolingo', language: 'de', name: 'logo', tags: null, range: null, ...wish };
  const response = await answerAppMedia({ APP_MEDIA_URL: service.url, FILES, ...settings }, asked, now, (more) => void work.push(more));
  return { response, status: response.status, bytes: new Uint8Array(await response.arrayBuffer()), ends: () => Promise.all(work) };
}

const body = (bytes: Uint8Array, type = 'image/png') => new Response(bytes, { headers: { 'Content-Type': type } });

/** Makes the service name one file of each type, and respond with `answer` to requests for these files. */
function tell(answer: () => Response | Promise<Response>): void {
  service.answers.set('com.duolingo', () => Response.json({ logo: '/l', screenshots: ['/s'], videos: ['/v'] }));
  for (const path of ['/l', '/s', '/v']) service.files.set(path, answer);
}

describe('answerAppMedia', () => {
  test('fetches a logo once and serves it from our storage with restrictive headers', async () => {
    const clean = jpeg({ width: 512, height: 512 });
    const dirty = jpeg({ width: 512, height: 512, segments: [jpegSegment(0xfe, '<script>')], after: '<script>' });
    // The bytes decide the type, not the Content-Type of the response.
    tell(() => body(dirty, 'text/html'));
    const first = await get();
    expect(first.status).toBe(200);
    expect(first.bytes).toEqual(clean);
    const { headers } = first.response;
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'private, max-age=86400',
      'content-disposition': 'inline; filename="logo.jpeg"',
      'content-length': String(clean.length),
      'content-security-policy': INERT_CSP,
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^"[\da-f]{32}"$/),
      'x-content-type-options': 'nosniff',
    });
    const again = await get({ tags: `"x", W/${headers.get('etag')}` });
    expect([again.status, again.bytes.length, again.response.headers.get('etag')]).toEqual([304, 0, headers.get('etag')]);
    expect((await get({ tags: '"x"' })).bytes).toEqual(clean);
    expect(service.askedFiles).toHaveLength(1);
    // The file’s host learns only the address and the accepted types.
    expect(Object.fromEntries(service.askedFiles[0]?.headers ?? [])).toEqual({ accept: 'image/webp, image/png, image/jpeg' });
    expect(service.askedFiles[0]?.redirect).toBe('manual');
    expect(warned).not.toHaveBeenCalled();
  });

  test('fetches a file once for simultaneous requests and returns it to all of them', async () => {
    let release = (_: Response) => {};
    tell(() => new Promise((done) => (release = done)));
    const waiting = [get(), get(), get({ tags: '"x"' })];
    await vi.waitFor(() => expect(service.askedFiles).toHaveLength(1));
    release(body(webp([lossy(64, 64)])));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(service.askedFiles).toHaveLength(1);
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const text = (words: string, type: string) => () => new Response(words, { headers: { 'Content-Type': type } });
  let sent = 0;
  const endless = () => {
    const chunk = new Uint8Array(64 * 1024).fill(1);
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += chunk.length;
      controller.enqueue(chunk);
    };
    return new Response(new ReadableStream({ pull }), { headers: { 'Content-Type': 'image/png' } });
  };

  test.each<[string, () => Response | Promise<Response>]>([
    ['HTML', text('<html><script>alert(1)</script></html>', 'image/png')],
    ['SVG with a script', text(SVG, 'image/svg+xml')],
    ['SVG labeled as PNG', text(SVG, 'image/png')],
    ['a GIF', text('GIF89a\x40\0\x40\0', 'image/gif')],
    ['an empty body', () => new Response(null)],
    ['a truncated PNG', () => body(png({ width: 64, height: 64 }).slice(0, -5))],
    ['a body over the size limit', () => new Response('x', { headers: { 'Content-Length': '600000' } })],
    ['an endless body', endless],
    ['an image of 16 million pixels in 100 bytes', () => body(png({ width: 4096, height: 4096 }))],
    ['a tracking pixel', () => body(png({ width: 1, height: 1 }))],
    ['a redirect to another host', () => Response.redirect('https://elsewhere.example/l')],
    ['a redirect to a private address', () => Response.redirect('http://169.254.169.254/latest')],
    [
      'status 500',
      () =>
        body(png({ width: 64, height: 64 }))
          .arrayBuffer()
          .then((bytes) => new Response(bytes, { status: 500 })),
    ],
    ['a broken connection', () => Promise.reject(new Error('Network connection lost'))],
  ])('returns 404 and stores nothing for %s', async (_what, answer) => {
    tell(answer);
    const { status, response, bytes } = await get();
    expect(status).toBe(404);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, max-age=60',
      'content-security-policy': INERT_CSP,
      'content-type': 'image/gif',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    // Our transparent image keeps browsers from drawing a broken-image icon.
    expect(String.fromCharCode(...bytes.subarray(0, 10))).toBe('GIF89a\x01\0\x01\0');
    expect((await FILES.list({ prefix: 'app-media/' })).objects).toEqual([]);
    // A failed fetch is not retried for a minute.
    tell(() => body(png({ width: 64, height: 64 })));
    expect((await get({ now: MINUTE - 1 })).status).toBe(404);
    expect(service.askedFiles).toHaveLength(1);
    expect((await get({ now: MINUTE })).status).toBe(200);
    expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual(['no logo of an app']);
  });

  test('stops reading an endless body at the size limit of a logo', async () => {
    sent = 0;
    tell(endless);
    expect((await get()).status).toBe(404);
    expect(sent).toBeLessThan(700 * 1024);
  });

  test('gives up on a slow host after the timeout', async () => {
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController();
      // Simulates the timeout once the first bytes have arrived.
      if (ms === 5_000) setTimeout(() => over.abort(new Error('Timed out')));
      return over.signal;
    });
    let isLeft = false;
    const drip = new ReadableStream({
      start: (controller) => controller.enqueue(png({ width: 64, height: 64 }).slice(0, 9)),
      cancel: () => {
        isLeft = true;
      },
    });
    tell(() => new Response(drip));
    expect((await get()).status).toBe(404);
    expect(waited.mock.calls).toEqual([[2_000], [5_000]]);
    expect(isLeft).toBe(true);
    waited.mockRestore();
  });

  test('fetches only files that the service named for a known app, and none from the operator’s network', async () => {
    const addresses = [
      'https://10.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/x',
      'https://2130706433/x',
      'https://router.local/x',
      'https://localhost/x',
      'https://10-0-0-1.nip.io/x',
      'https://files.example:8443/x',
      'https://user:password@files.example/x',
    ];
    const picture = () => body(png({ width: 64, height: 64 }));
    for (const address of [...addresses, 'http://files.example/x', 'https://files.example/x']) service.files.set(address, picture);
    service.answers.set('com.duolingo', () =>
      Response.json({ logo: 'file:///etc/passwd', screenshots: [...addresses, 'https://files.example/x'] }),
    );
    service.answers.set('com.whatsapp', () => Response.json({ logo: 'http://files.example/x' }));
    expect((await get({ bundleId: 'com.whatsapp' })).status).toBe(404);
    expect((await get()).status).toBe(404);
    for (const name of [
      'screenshot-2',
      'screenshot-10',
      'screenshot-0',
      'screenshot-11',
      'video-1',
      'logo/..',
      '__proto__',
      'https://files.example/x',
    ])
      expect((await get({ name })).status, name).toBe(404);
    expect((await get({ name: 'screenshot-1' })).status).toBe(200);
    // Accepts only the spelling that pages use, because others would cause extra requests to the service.
    for (const language of ['sv', 'de-at', 'DE', '../en'])
      expect((await get({ name: 'screenshot-1', language })).status, language).toBe(404);
    expect(service.askedFiles.map(({ url }) => url)).toEqual(['https://files.example/x']);
    const asked = service.asked.length;
    expect((await get({ bundleId: 'com.example.unknown' })).status).toBe(404);
    expect((await get({ settings: { APP_MEDIA_URL: '' } })).status).toBe(404);
    expect(service.asked).toHaveLength(asked);
  });

  test('reaches other hosts through the outside network, if there is one', async () => {
    const outside: Array<string> = [];
    const OUTSIDE = {
      fetch: async (address: string) => {
        outside.push(address);
        return body(png({ width: 64, height: 64 }));
      },
    };
    service.answers.set('com.duolingo', () => Response.json({ logo: 'own.png', screenshots: ['https://files.example/x'] }));
    service.files.set('/own.png', () => body(png({ width: 64, height: 64 })));
    expect((await get({ settings: { OUTSIDE } })).status).toBe(200);
    expect(outside).toEqual([]);
    expect((await get({ settings: { OUTSIDE }, name: 'screenshot-1' })).status).toBe(200);
    expect(outside).toEqual(['https://files.example/x']);
  });

  test('serves a five-day-old file while refetching it, and keeps it when the service is down', async () => {
    tell(() => body(png({ width: 64, height: 64 })));
    await get();
    tell(() => body(png({ width: 96, height: 96 })));
    expect((await get({ now: 5 * DAY - 1 })).bytes).toEqual(png({ width: 64, height: 64 }));
    expect(service.askedFiles).toHaveLength(1);
    const old = await get({ now: 5 * DAY });
    expect(old.bytes).toEqual(png({ width: 64, height: 64 }));
    await old.ends();
    expect((await get({ now: 5 * DAY + 1 })).bytes).toEqual(png({ width: 96, height: 96 }));
    tell(() => new Response(null, { status: 503 }));
    service.answers.set('com.duolingo', () => new Response(null, { status: 503 }));
    const kept = await get({ now: 11 * DAY });
    await kept.ends();
    expect((await get({ now: 11 * DAY + 1 })).bytes).toEqual(png({ width: 96, height: 96 }));
  });

  test('serves a video in the ranges that players request', async () => {
    const mp4 = Uint8Array.from('\0\0\0\x18ftypisom\0\0\0\0isommp42moov of a film', (letter) => letter.charCodeAt(0));
    tell(() => body(mp4, 'text/html'));
    const whole = await get({ name: 'video-1', range: 'bytes=x' });
    expect([whole.status, whole.response.headers.get('content-type'), whole.bytes]).toEqual([200, 'video/mp4', mp4]);
    const part = await get({ name: 'video-1', range: 'bytes=4-7' });
    expect([part.status, new TextDecoder().decode(part.bytes)]).toEqual([206, 'ftyp']);
    expect(part.response.headers.get('content-range')).toBe(`bytes 4-7/${mp4.length}`);
    expect((await get({ name: 'video-1', range: `bytes=${mp4.length - 4}-` })).bytes).toEqual(mp4.slice(-4));
    expect(service.askedFiles).toHaveLength(1);
    tell(text(SVG, 'video/mp4'));
    service.answers.set('com.whatsapp', () => Response.json({ videos: ['/v?2'] }));
    const refused = await get({ bundleId: 'com.whatsapp', name: 'video-1' });
    expect([refused.status, refused.response.headers.get('content-type'), refused.bytes.length]).toEqual([404, null, 0]);
  });

  test('frees space in the bucket by deleting the oldest files and files a month old', async () => {
    const put = (name: string, at: number) =>
      FILES.put(`app-media/logo/${name}`, new Uint8Array(10), { customMetadata: { at: String(at) } });
    const names = async () => (await FILES.list({ prefix: 'app-media/' })).objects.map(({ key }) => key.slice('app-media/logo/'.length));
    await FILES.put('family/other/photo', 'x');
    for (const [name, at] of [
      ['a', 4],
      ['b', 3],
      ['c', 2],
      ['d', 1],
    ] as const)
      await put(name, at * DAY);
    await evictOldMedia(FILES, 'app-media/logo/a', 10, 5 * DAY, { bytes: 39, files: 9 });
    expect(await names()).toEqual(['a', 'b', 'c']);
    await evictOldMedia(FILES, 'app-media/logo/new', 10, 5 * DAY, { bytes: 1000, files: 3 });
    expect(await names()).toEqual(['a', 'b']);
    await evictOldMedia(FILES, 'app-media/logo/new', 10, 33 * DAY, { bytes: 1000, files: 9 });
    expect(await names()).toEqual(['a']);
    expect(await FILES.head('family/other/photo')).not.toBe(null);
    await FILES.delete('family/other/photo');
  });
});
