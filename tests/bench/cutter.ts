import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut. Clients connect to `port`; `cut` resets them. */
export type Cutter = {
  port: number;
  /** Resets about this share (0 to 1) of the open connections; returns how many. */
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
    // Replaces the Host header, because the server accepts only its own. The client sent the port of this proxy.
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
