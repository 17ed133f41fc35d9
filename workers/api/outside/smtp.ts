import { connect } from 'cloudflare:sockets';
import type { SmtpServer } from '#workers/smtp-url';

/** A message as sent by SMTP. `data` contains the headers, doubled dots and the final dot line. */
export type Envelope = { from: string; to: string; data: string };

const ANSWER_TIMEOUT_MS = 30_000;
const REPLY_MAX = 64 * 1024;

/**
 * Sends one message to a mail server. With required TLS, only EHLO and STARTTLS are sent unencrypted. The certificate must match the host
 * in the URL.
 * @throws Error with the failed step and the server's reply, if any; after an Error without a reply, the server may have accepted the
 * message
 */
export async function sendBySmtp(server: SmtpServer, { from, to, data }: Envelope): Promise<void> {
  const line = new Line(server);
  try {
    await line.open();
    await line.expect('the greeting', '220');
    const name = from.slice(from.lastIndexOf('@') + 1);
    let offers = await greet(line, name);
    if (server.tls !== 'implicit') offers = await secure(line, server, name, offers);
    if (server.user !== null) await logIn(line, server.user, offers);
    await line.say(`MAIL FROM:<${from}>`, '250', 'MAIL');
    await line.say(`RCPT TO:<${to}>`, '25', 'RCPT');
    await line.say('DATA', '354', 'DATA');
    await line.send(data, '250', 'the message');
    // The server has accepted the message, so a failed QUIT doesn't matter.
    await line.say('QUIT', '221', 'QUIT').catch(() => undefined);
  } finally {
    await line.close();
  }
}

/** Sends EHLO and returns the lines of the reply, which name the server's extensions, in upper case. */
async function greet(line: Line, name: string): Promise<Array<string>> {
  const reply = await line.say(`EHLO ${name}`, '250', 'EHLO');
  return reply.map((offer) => offer.slice(4).trim().toUpperCase());
}

/**
 * Switches to TLS if the server offers it. Returns the extensions to use from then on.
 * @throws Error if TLS is required but not offered, for example because an attacker removed the offer
 */
async function secure(line: Line, { host, tls }: SmtpServer, name: string, offers: Array<string>): Promise<Array<string>> {
  if (!offers.includes('STARTTLS')) {
    if (tls === 'offered') return offers;
    throw new Error(
      `${host} does not support STARTTLS, so no password or mail was sent. Use smtps:// or a server with TLS, or allow unencrypted mail with smtp+insecure:// in SMTP_URL`,
    );
  }
  await line.say('STARTTLS', '220', 'STARTTLS');
  await line.startTls();
  // Ask again, because the extensions from before TLS may be forged.
  return await greet(line, name);
}

async function logIn(line: Line, { name, password }: { name: string; password: string }, offers: Array<string>): Promise<void> {
  const ways = offers.flatMap((offer) => (/^AUTH[ =]/.test(offer) ? offer.slice(5).split(/\s+/) : []));
  if (ways.includes('PLAIN')) {
    await line.say(`AUTH PLAIN ${toBase64(`\0${name}\0${password}`)}`, '235', 'AUTH');
    return;
  }
  if (!ways.includes('LOGIN')) throw new Error('SMTP_URL has a user, but the mail server supports neither PLAIN nor LOGIN');
  await line.say('AUTH LOGIN', '334', 'AUTH');
  await line.say(toBase64(name), '334', 'AUTH');
  await line.say(toBase64(password), '235', 'AUTH');
}

/** Connection to a mail server, read and written line by line. */
class Line {
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #rest = '';
  #host: string;
  #port: number;
  /** True after TLS has started until data arrives through it. */
  #isNewTls: boolean;

  constructor({ host, port, tls }: SmtpServer) {
    this.#host = host;
    this.#port = port;
    this.#isNewTls = tls === 'implicit';
    // `connect` expects an IPv6 address in brackets.
    const hostname = host.includes(':') ? `[${host}]` : host;
    this.#socket = connect({ hostname, port }, { secureTransport: tls === 'implicit' ? 'on' : 'starttls', allowHalfOpen: false });
    // An error that breaks the connection also rejects the pending read.
    this.#socket.closed.catch(() => undefined);
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
  }

  /**
   * Waits for the connection. With implicit TLS, a failure appears only at the first read.
   * @throws Error that names host and port
   */
  async open(): Promise<void> {
    if (this.#isNewTls) return;
    const step = 'the connection';
    await this.#within(this.#socket.opened, step).catch((cause) => {
      throw new Error(`Could not reach the mail server at ${this.#host} port ${this.#port}`, { cause });
    });
  }

  async say(command: string, code: string, step: string): Promise<Array<string>> {
    if (/[\r\n]/.test(command)) throw new Error(`${step} contains a line break and was not sent`);
    return await this.send(`${command}\r\n`, code, step);
  }

  async send(text: string, code: string, step: string): Promise<Array<string>> {
    await this.#within(this.#writer.write(new TextEncoder().encode(text)), step);
    return await this.expect(step, code);
  }

  /**
   * Reads one reply and returns its lines.
   * @throws Error if its code does not start with `code`
   */
  async expect(step: string, code: string): Promise<Array<string>> {
    const reply: Array<string> = [];
    do reply.push(await this.#readLine(step));
    while (!/^\d{3}(?: |$)/.test(reply.at(-1) ?? ''));
    if (!reply.at(-1)?.startsWith(code)) throw new Error(`The mail server rejected ${step}: ${reply.join(' / ').slice(0, 500)}`);
    return reply;
  }

  /** Switches to TLS. workerd checks the certificate against the connected host and has no option to turn this off. */
  async startTls(): Promise<void> {
    // Data received before TLS would be read as if it had come through TLS.
    if (this.#rest !== '') throw new Error('The mail server sent data after its STARTTLS response, before TLS started');
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#isNewTls = true;
    this.#socket = this.#socket.startTls();
    this.#socket.closed.catch(() => undefined);
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
  }

  async close(): Promise<void> {
    await this.#socket.close().catch(() => undefined);
  }

  async #readLine(step: string): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.slice(0, end).replace(/\r$/, '');
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      if (this.#rest.length > REPLY_MAX) throw new Error(`The mail server’s response to ${step} is too long`);
      const { value, done } = await this.#within(this.#reader.read(), step);
      this.#isNewTls &&= done;
      if (done) throw new Error(this.#isNewTls ? toTlsFailure(this.#host) : `The mail server closed the connection at ${step}`);
      this.#rest += new TextDecoder('latin1').decode(value);
    }
  }

  async #within<T>(work: Promise<T>, step: string): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(`The mail server did not respond to ${step} in time`)), ANSWER_TIMEOUT_MS);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      // The runtime reports the reason only in its own log.
      if (this.#isNewTls) throw new Error(toTlsFailure(this.#host), { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function toTlsFailure(host: string): string {
  return `No TLS connection to ${host}, so no password or mail was sent. The server does not respond, or its certificate is not valid for that name or not from a trusted authority`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
