import { getAccessToken, REALTIME_TOKEN_TYPE, type RealtimeFrame, realtimeFrameSchema } from '#app/wire/realtime.ts';
import type { Parent } from '../clients/parent.ts';

/** Returns a realtime token of the parent, which opens sockets for an hour. */
export async function tokenOf(parent: Parent): Promise<string> {
  const query = { device_id: parent.credentials.sessionId, token_type: REALTIME_TOKEN_TYPE, user_id: parent.userId };
  return (await parent.call(getAccessToken, { query })).access_token;
}

/**
 * A browser’s socket like that of the product’s pages. After a cut, reconnects with the last sequence number. `onFrame` gets every frame
 * and its time of arrival (ms, performance.now).
 */
export class BrowserSocket {
  lastSeq: number | null = null;
  #socket: WebSocket | null = null;
  #isEnded = false;
  readonly #address: () => string;
  readonly #onFrame: (frame: RealtimeFrame, at: number) => void;

  /** `base`: origin of the API as a WebSocket URL, for example ws://127.0.0.1:8788. */
  constructor({ base, token, onFrame }: { base: string; token: string; onFrame: (frame: RealtimeFrame, at: number) => void }) {
    this.#address = () => `${base}/realtime?access_token=${token}${this.lastSeq === null ? '' : `&after=${this.lastSeq}`}`;
    this.#onFrame = onFrame;
  }

  /** Resolves when `hello` arrives. */
  open(): Promise<void> {
    return new Promise((done) => {
      const socket = new WebSocket(this.#address());
      this.#socket = socket;
      socket.addEventListener('message', ({ data }) => {
        const at = performance.now();
        const frame = realtimeFrameSchema.parse(JSON.parse(String(data)));
        if (frame.type !== 'hello') this.lastSeq = Math.max(this.lastSeq ?? 0, frame.seq);
        this.#onFrame(frame, at);
        if (frame.type === 'hello') done();
      });
      socket.addEventListener('error', () => undefined);
      socket.addEventListener('close', () => {
        if (!this.#isEnded && this.#socket === socket) setTimeout(() => void this.open().then(done), 50 + Math.random() * 100);
      });
    });
  }

  end(): void {
    this.#isEnded = true;
    this.#socket?.close();
  }
}
