import { Agent as Connections, type IncomingMessage, request } from 'node:http';

export type Page = { status: number; headers: IncomingMessage['headers']; text: string };

/** An HTTP client that keeps its connections open, as browsers do. */
export class Visitor {
  readonly #connections: Connections;
  readonly #headers: Record<string, string>;

  constructor(headers: Record<string, string> = {}, connections = 4) {
    this.#connections = new Connections({ keepAlive: true, maxSockets: connections });
    this.#headers = headers;
  }

  get(url: string, headers: Record<string, string> = {}, isAgain = false): Promise<Page> {
    return new Promise((done, fail) => {
      const call = request(url, { agent: this.#connections, headers: { ...this.#headers, ...headers } }, (response) => {
        const pieces: Array<Buffer> = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', fail);
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString('utf8') }),
        );
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection just as it is reused. Browsers retry in that case, and once after any other broken
        // connection.
        if ((call.reusedSocket || !isAgain) && error.code === 'ECONNRESET') this.get(url, headers, true).then(done, fail);
        else fail(error);
      });
      call.end();
    });
  }

  /**
   * Requests the page `times` times, with `atOnce` requests in parallel.
   * @throws Error at the first answer that is not 200
   */
  async getMany(url: string, times: number, atOnce = 4): Promise<void> {
    let left = times;
    const walk = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { status, text } = await this.get(url);
        if (status !== 200) throw new Error(`${url} was answered with ${status}: ${text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, walk));
  }

  close(): void {
    this.#connections.destroy();
  }
}
