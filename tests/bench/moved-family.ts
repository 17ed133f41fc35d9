import { installApp } from '../../device/apps.ts';
import type { Device } from '../../device/call.ts';
import { act, step } from '../../device/device.ts';
import { ASK_WITH_SOCKET_MS } from '../../device/run.ts';
import { type DeviceSocket, keepSocket } from '../../device/socket.ts';
import type { InstalledApp } from '../../device/state.ts';
import { addUsage, receiveFrame } from '../../device/transitions.ts';
import { type Family, pairWithChild } from './family.ts';
import type { Product } from './product.ts';

/** Rows written and read, by table, and how often the alarm rang. */
export type Notes = { written: Record<string, number>; wasRead: Record<string, number>; rings: number };

/** What the device has said and asked. `asks` = how often it asked for commands although its socket was open. */
export type Said = { calls: number; frames: number; asks: number };

/** Fewer than the server allows. */
const FRAMES_A_MINUTE = 50;
const REAL_MINUTE_MS = 61_000;

/**
 * A family whose clock is moved by hand (A130), with one device of the library at its socket, which lives by that clock. What device/run.ts
 * does with real time is done here minute by minute.
 */
export class MovedFamily {
  now: number;
  readonly said: Said = { calls: 0, frames: 0, asks: 0 };
  readonly #product: Product;
  readonly #family: Family;
  #device: Device | null = null;
  #socket: DeviceSocket | null = null;
  #askedAt = 0;
  readonly #spoken: Array<number> = [];
  #wake = (): void => undefined;

  constructor(product: Product, family: Family, now: number) {
    this.#product = product;
    this.#family = family;
    this.now = now;
  }

  /** Moves the server's, the parent's and the device's clock; what falls due on the way is done. */
  async moveTo(at: number): Promise<void> {
    this.now = at;
    this.#family.parent.clock = at;
    await this.#post('/test/clock', { accountId: this.#family.parent.accountId, at });
  }

  /** What was written since this was asked last. */
  async takeNotes(): Promise<Notes> {
    return (await this.#post(`/bench/notes?account=${this.#family.parent.accountId}`, null)).json();
  }

  /** Pairs the device with the child and opens its socket. */
  async wakeDevice(childId: string): Promise<void> {
    const { said } = this;
    const device = await pairWithChild(this.#product, this.#family.parent, childId, {
      now: () => this.now,
      fetch: (input, init) => {
        said.calls += 1;
        return fetch(input, init);
      },
    });
    const socket = keepSocket(device, {
      frame: (frame) => {
        device.store.update((state) => receiveFrame(state, frame, this.now));
        this.#wake();
      },
      opened: () => this.#wake(),
      lost: (because) => {
        throw new Error(`The device lost its socket: ${because}`);
      },
    });
    const ask: DeviceSocket['ask'] = async (type, body) => {
      said.frames += 1;
      await this.#untilHeard();
      return socket.ask(type, body);
    };
    this.#socket = socket;
    this.#device = { ...device, uplink: { isOpen: socket.isOpen, ask } };
    await this.untilWoken(async () => socket.heed());
    await step(this.#device);
    this.#askedAt = this.now;
    Object.assign(said, { calls: 0, frames: 0, asks: 0 });
  }

  /** Does something that the device is told of, and waits until it has been. */
  async untilWoken(work: () => Promise<unknown>): Promise<void> {
    const isWoken = new Promise<void>((done) => {
      this.#wake = done;
    });
    await work();
    await isWoken;
  }

  /** Puts an app on the device, which tells of it with its next word. */
  install(app: InstalledApp): void {
    this.#device?.store.update((state) => installApp(state, app));
  }

  /** One round of the device's life, after `seconds` of use in an app, or in none. */
  async liveOn(seconds: number, openApp: string | null = null): Promise<void> {
    const device = this.#device;
    if (device === null) throw new Error('The device sleeps');
    if (seconds > 0) device.store.update((state) => addUsage({ ...state, openApp }, seconds, this.now));
    const isTimeToAsk = this.now - this.#askedAt >= ASK_WITH_SOCKET_MS;
    if (isTimeToAsk) {
      this.#askedAt = this.now;
      this.said.asks += 1;
    }
    await (isTimeToAsk ? step(device) : act(device));
  }

  end(): void {
    this.#socket?.end();
  }

  /** The server hears so many frames of a device in a minute of its own, and a day passes here in less. */
  async #untilHeard(): Promise<void> {
    const wait = (this.#spoken.at(-FRAMES_A_MINUTE) ?? 0) + REAL_MINUTE_MS - Date.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    this.#spoken.push(Date.now());
  }

  async #post(path: string, body: unknown): Promise<Response> {
    const answer = await fetch(this.#product.apiUrl + path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}
