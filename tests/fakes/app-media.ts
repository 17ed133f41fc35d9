import { vi } from 'vitest';

/** A media service in the network of the Worker under test: what it answers to each bundle id and each path of a file, and what it was asked. */
export type AppMediaService = {
  url: string;
  asked: Array<URL>;
  answers: Map<string, () => Response | Promise<Response>>;
  files: Map<string, () => Response | Promise<Response>>;
  /** The questions for files, with all that they told. */
  askedFiles: Array<Request>;
};

let services = 0;

/** Puts one there under an address of its own, since answers are remembered by their address; whatever else is asked for fails. */
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

/** Takes it out of it again. */
export function closeAppMedia(): void {
  vi.unstubAllGlobals();
}
