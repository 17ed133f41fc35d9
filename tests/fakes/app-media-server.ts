import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { deflateSync } from 'node:zlib';

/** How the fake server answers each path. */
const MANNERS: Record<string, (response: ServerResponse, origin: string) => void> = {
  good: (response) => send(response, 200, 'image/png', png([0xd2, 0x3b, 0x5b], 256, 256)),
  tall: (response) => send(response, 200, 'image/png', png([0x1f, 0x7a, 0x5c], 280, 560)),
  html: (response) => send(response, 200, 'image/png', '<!doctype html><script>document.title = "taken"</script>'),
  svg: (response) => send(response, 200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  huge: (response) => send(response, 200, 'image/png', Buffer.alloc(3 * 1024 * 1024, png([1, 2, 3], 256, 256))),
  truncated: (response) => send(response, 200, 'image/png', png([1, 2, 3], 256, 256).subarray(0, -20)),
  elsewhere: (response, origin) => response.writeHead(302, { Location: `${origin}/good` }).end(),
  failing: (response) => send(response, 500, 'image/png', png([1, 2, 3], 256, 256)),
  // Sends the headers and 8 bytes only; the client has to abort.
  slow: (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).write(png([1, 2, 3], 256, 256).subarray(0, 8)),
};

export type AppMediaServer = {
  /** The value for APP_MEDIA_URL. */
  url: string;
  /** The answer for each bundle ID. Logos and screenshots name paths of this server such as `/good`. */
  answers: Map<string, { rating?: number; logo?: string; screenshots?: Array<string> }>;
  asked: Array<{ path: string; headers: IncomingHttpHeaders }>;
  close(): Promise<void>;
};

/** Starts a media service on loopback. The path of a file decides how the service responds. */
export async function startAppMediaServer(): Promise<AppMediaServer> {
  const answers: AppMediaServer['answers'] = new Map();
  const asked: AppMediaServer['asked'] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push({ path: request.url ?? '', headers: request.headers });
    const manner = MANNERS[pathname.slice(1)];
    if (manner !== undefined) return manner(response, origin);
    const answer = answers.get(searchParams.get('bundle_id') ?? '');
    send(response, answer === undefined ? 404 : 200, 'application/json', JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: `${origin}/apps`,
    answers,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Returns a single-color PNG that browsers can show. */
function png(colour: [number, number, number], width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.concat(Array(width).fill(Buffer.from(colour)))]);
  const pixels = deflateSync(Buffer.concat(Array(height).fill(line)));
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
