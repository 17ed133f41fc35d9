import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A real HTTP server on loopback in place of an error service and an analytics service. It stores what it receives. */
export type OutsideServices = {
  dsn: string;
  analyticsUrl: string;
  /** Payloads that the error service received. In an envelope, line 2 names the type and line 3 is the payload. */
  events(type: 'event' | 'transaction'): Array<Record<string, unknown>>;
  pageViews(): Array<Record<string, unknown>>;
  received: Array<Received>;
  close(): Promise<void>;
};

export async function startOutsideServices(status = 200): Promise<OutsideServices> {
  const received: Array<Received> = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    dsn: `http://public-key@127.0.0.1:${port}/42`,
    analyticsUrl: `http://127.0.0.1:${port}/views`,
    received,
    events: (type) =>
      received
        .filter(({ path }) => path === '/api/42/envelope/')
        .map(({ body }) => body.split('\n').map((line) => (line === '' ? {} : JSON.parse(line))))
        .filter(([, item]) => item?.type === type)
        .map(([, , payload]) => payload ?? {}),
    pageViews: () => received.filter(({ path }) => path === '/views').map(({ body }) => JSON.parse(body)),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
