import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on loopback that keeps what it is given. The first `refusals` mails are put off, as busy servers do. */
export type MailServer = { port: number; mails: Array<Email>; refused: () => number; close: () => Promise<void> };

export async function startMailServer(options: { user: string; password: string; refusals: number }): Promise<MailServer> {
  const mails: Array<Email> = [];
  let refused = 0;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(new Error('Wrong user or password')),
    onData: (stream, _session, done) => {
      const chunks: Array<Buffer> = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused < options.refusals) {
          refused += 1;
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
  return { port, mails, refused: () => refused, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
