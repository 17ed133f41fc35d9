import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { REALTIME_PATH } from '#workers/realtime.ts';

/** Accepts the pages’ WebSockets under hot reload. Admits them as in production, then pipes the bytes in both directions. */
export function serveDevRealtime(
  server: Server,
  toRequest: (incoming: IncomingMessage) => Request,
  admit: (request: Request) => Promise<URL | Response>,
): void {
  server.on('upgrade', (incoming: IncomingMessage, line: Duplex, head: Buffer) => {
    // Vite handles all other upgrades.
    if (incoming.url?.split('?')[0] !== REALTIME_PATH) return;
    line.on('error', () => line.destroy());
    // Inside the async function, so that an unreadable address rejects the promise.
    const admission = async () => admit(toRequest(incoming));
    join(incoming, line, head, admission()).catch((error) => {
      console.error(error);
      line.destroy();
    });
  });
}

async function join(incoming: IncomingMessage, line: Duplex, head: Buffer, admission: Promise<URL | Response>): Promise<void> {
  const admitted = await admission;
  if (admitted instanceof Response) {
    line.end(`HTTP/1.1 ${admitted.status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const api = connect(Number(admitted.port), admitted.hostname);
  api.on('error', () => line.destroy());
  line.on('close', () => api.destroy());
  const headers = Object.entries({ ...incoming.headers, host: admitted.host, cookie: undefined, origin: undefined });
  const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  api.write([`GET ${admitted.pathname}${admitted.search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  api.write(head);
  line.pipe(api).pipe(line);
}
