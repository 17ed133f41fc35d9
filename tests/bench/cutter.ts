import { connect, createServer, type Socket } from 'node:net';

/** A line that can be cut: what connects to `port` reaches the server, until somebody cuts it without a word to either side. */
export type Cutter = {
  port: number /** Cuts about this share of the open lines; gives how many. */;
  cut(share: number): number;
  close(): void;
};

export function openCutter(targetPort: number): Promise<Cutter> {
  const lines = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    lines.add(near);
    const end = (): void => {
      lines.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    // The server answers under its own name alone, and the client named this port.
    near.once('data', (head: Buffer) => {
      far.write(head.toString('latin1').replace(/^Host: .*$/im, `Host: 127.0.0.1:${targetPort}`), 'latin1');
      near.pipe(far);
    });
    far.pipe(near);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        cut: (share) => {
          const chosen = [...lines].filter(() => Math.random() < share);
          for (const line of chosen) line.resetAndDestroy();
          return chosen.length;
        },
        close: () => {
          server.close();
          for (const line of lines) line.destroy();
        },
      });
    });
  });
}
