import { vi } from 'vitest';

/** A fake media service for the Worker under test. `answers` by bundle ID, `files` by path; `asked` lists the requested URLs. */
export type AppMediaService = {
  url: string;
  asked: Array<URL>;
  answers: Map<string, () => Response | Promise<Response>>;
  files: Map<string, () => Response | Promise<Response>>;
  /** The requests for files, as received. */
  askedFiles: Array<Request>;
};

let services = 0;

/** Stubs `fetch` with a service at a new address, because answers are cached by address. All other requests fail. */
export function playAppMedia(): AppMediaService {
  services += 1;
  const origin = `https://media-${services}.example`;
  const url = `${origin}/apps`;
  const service: AppMediaService = { url, asked: [], answers: new Map(), files: new Map(), askedFiles: [] };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const asked = new URL(request.url);
    const file = service.files.get(asked.origin === origin ? asked.pathname : asked.href);
    if (file !== undefined) {
      service.askedFiles.push(request);
      return file();
    }
    if (!asked.href.startsWith(`${url}?`)) throw new Error(`Nobody answers at ${asked.origin}`);
    service.asked.push(asked);
    const answer = service.answers.get(asked.searchParams.get('bundle_id') ?? '');
    init?.signal?.throwIfAborted();
    return answer === undefined ? new Response(null, { status: 404 }) : answer();
  });
  return service;
}

/** Removes the stub of `fetch`. */
export function closeAppMedia(): void {
  vi.unstubAllGlobals();
}
