import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from './certificates.ts';

/** A real SMTP server on loopback that stores the emails it receives. */
export type MailServer = {
  port: number;
  mails: Array<Email>;
  refused: () => number;
  /** Everything that clients sent, byte for byte. Content sent over TLS is not readable in it. */
  received: () => string;
  connections: () => number;
  /** Stops tampering with the traffic. */
  letThrough: () => void;
  close: () => Promise<void>;
};

/**
 * `refusals`: how many emails to defer first, as a busy server does. `tls`: no TLS, STARTTLS, or TLS from the first byte. `between`: what
 * an attacker does. It strips the STARTTLS offer, injects text after the answer to STARTTLS, or closes every connection after the greeting.
 */
export type MailServerOptions = {
  user: string;
  password: string;
  refusals?: number;
  tls?: 'none' | 'starttls' | 'implicit';
  certificate?: Certificate;
  between?: 'strips' | 'injects' | 'hangs-up';
};

/** Starts a server that offers a login with and without TLS, as a careless server does. */
export async function startMailServer(options: MailServerOptions): Promise<MailServer> {
  const { tls = 'none', certificate, refusals = 0 } = options;
  let { between } = options;
  const mails: Array<Email> = [];
  let refused = 0;
  const server = new SMTPServer({
    hideSTARTTLS: tls !== 'starttls',
    secure: tls === 'implicit',
    allowInsecureAuth: true,
    ...certificate,
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(new Error('Wrong user or password')),
    onData: (stream, _session, done) => {
      const chunks: Array<Buffer> = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused < refusals) {
          refused += 1;
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  // A client that rejects the certificate closes the connection; some tests check that.
  server.on('error', () => undefined);
  const behind = await listen(server);
  let received = '';
  let connections = 0;
  const front = createServer((client) => {
    connections += 1;
    client.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    passOn(client, connect(behind, '127.0.0.1'), between);
  });
  const port = await listen(front);
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await new Promise<void>((resolve) => front.close(() => resolve()));
  };
  const letThrough = (): void => {
    between = undefined;
  };
  return { port, mails, refused: () => refused, received: () => received, connections: () => connections, letThrough, close };
}

function passOn(client: Socket, server: Socket, between: MailServerOptions['between']): void {
  client.on('data', (bytes) => server.write(bytes));
  server.on('data', (bytes) => {
    // Before TLS the answers are text, so an attacker can change them. All other data is passed on unchanged.
    const text = bytes.toString('latin1');
    if (between === 'strips') client.write(text.replace(/STARTTLS/g, 'XXXXXXXX'), 'latin1');
    else if (between === 'injects' && text.startsWith('220 ') && /ready to start tls/i.test(text))
      client.write(`${text}250 AUTH PLAIN\r\n`);
    else if (between === 'hangs-up') client.end(text.slice(0, text.indexOf('\n') + 1));
    else client.write(bytes);
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('close', () => other.destroy());
    one.on('error', () => other.destroy());
  }
}

function listen(server: SMTPServer | Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener: Pick<Server, 'address'> = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
  });
}
