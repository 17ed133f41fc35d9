import { connect, createServer, type Socket } from 'node:net';

/** A proxy between clients and server that can disturb open connections. Later connections work. */
export type Detour = {
  /** Closes every connection immediately, even in the middle of a message. */
  cut: () => void;
  /** Keeps open WebSockets connected, but discards all data in both directions, like a broken line that neither end notices. */
  swallow: () => void;
  /** Stops open WebSockets from delivering anything to clients until `readOn`. */
  readNothing: () => void;
  readOn: () => void;
  close: () => void;
};

type Line = { client: Socket; server: Socket; isUpgraded: boolean };

/** Forwards `port` of loopback to `targetPort` of loopback. */
export async function startProxy(port: number, targetPort: number): Promise<Detour> {
  const lines = new Set<Line>();
  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1');
    const line: Line = { client, server, isUpgraded: false };
    lines.add(line);
    client.once('data', (head) => {
      line.isUpgraded = head.toString('latin1').toLowerCase().includes('upgrade: websocket');
    });
    client.on('data', (piece) => server.write(piece));
    server.on('data', (piece) => {
      // Backpressure: stops reading from the server while the client does not keep up.
      if (client.write(piece)) return;
      server.pause();
      client.once('drain', () => server.resume());
    });
    const end = (): void => {
      lines.delete(line);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
  });
  await new Promise<void>((done, fail) => {
    listener.once('error', fail);
    listener.listen(port, '127.0.0.1', done);
  });
  const upgraded = (): Array<Line> => [...lines].filter((line) => line.isUpgraded);
  const cut = (): void => {
    for (const { client, server } of [...lines]) {
      client.destroy();
      server.destroy();
    }
  };
  return {
    cut,
    swallow: () => {
      for (const { client, server } of upgraded()) {
        client.removeAllListeners('data').resume();
        server.removeAllListeners('data').resume();
      }
    },
    readNothing: () => {
      for (const { server } of upgraded()) server.pause();
    },
    readOn: () => {
      for (const { server } of upgraded()) server.resume();
    },
    close: () => {
      cut();
      listener.close();
    },
  };
}
