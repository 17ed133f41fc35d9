import { vi } from 'vitest';

/** A fake tile server for the Worker under test. `answers` by path; `asked` lists the received requests. */
export type MapUpstream = { template: string; answers: Map<string, () => Response | Promise<Response>>; asked: Array<Request> };

let servers = 0;

/** Stubs `fetch` with a tile server at a new address, because tiles are cached by address. All other requests fail. */
export function playMapUpstream(): MapUpstream {
  servers += 1;
  const origin = `https://tiles-${servers}.example`;
  const upstream: MapUpstream = { template: `${origin}/{z}/{x}/{y}.mvt?key=secret`, answers: new Map(), asked: [] };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    upstream.asked.push(request);
    const { origin: asked, pathname } = new URL(request.url);
    const answer = asked === origin ? upstream.answers.get(pathname) : undefined;
    if (answer === undefined) throw new Error(`Nobody answers at ${request.url}`);
    init?.signal?.throwIfAborted();
    return answer();
  });
  return upstream;
}

/** Removes the stub of `fetch`. */
export function closeMapUpstream(): void {
  vi.unstubAllGlobals();
}
