import type { RealtimeFrame } from '#app/wire/realtime.ts';
import { installApp } from '#device/apps.ts';
import type { Device } from '#device/call.ts';
import { act, step } from '#device/device.ts';
import { applyHabits as takeHabits } from '#device/habits.ts';
import { ASK_WITH_SOCKET_MS, isPollReplaced } from '#device/run.ts';
import { type DeviceSocket, keepSocket } from '#device/socket.ts';
import type { Habits, InstalledApp } from '#device/state.ts';
import { receiveFrame } from '#device/transitions.ts';
import { addUsage } from '#device/usage.ts';
import { BrowserSocket, tokenOf } from './browser-socket.ts';
import { type Family, pairWithChild } from './family.ts';
import type { Product } from './product.ts';

/** Rows written and read, by table, and the number of alarms. */
export type Notes = { written: Record<string, number>; wasRead: Record<string, number>; rings: number };

/** What the device sent. `asks`: how often it polled for commands although its socket was open. */
export type SentCounts = { calls: number; frames: number; asks: number };

/** Frames that the device may send per real minute; below the server’s rate limit. */
const FRAMES_A_MINUTE = 50;
const REAL_MINUTE_MS = 61_000;
/** A battery that lasts a day and charges at night. The script, not the habits, decides what the child does. */
const BATTERY: Habits['battery'] = { drainPerHour: 0.05, chargePerHour: 0.2, chargingHours: '21:30PT510M' };
const BATTERY_ALONE: Habits = { offlineHours: null, useHours: [], battery: BATTERY, takesTurns: false, opens: [] };
/** Frames that carry no hint. */
const CONTROL_TYPES: ReadonlyArray<RealtimeFrame['type']> = ['hello', 'resync', 'logout'];

/**
 * A family whose clock is set by the test (A130), with one library device connected by socket on the same clock. Simulates minute by minute
 * what device/run.ts does in real time.
 */
export class TimeShiftedFamily {
  now: number;
  readonly sent: SentCounts = { calls: 0, frames: 0, asks: 0 };
  readonly #product: Product;
  readonly #family: Family;
  #device: Device | null = null;
  #socket: DeviceSocket | null = null;
  #browser: BrowserSocket | null = null;
  #isStale = false;
  #askedAt = 0;
  readonly #spoken: Array<number> = [];
  #wake = (): void => undefined;

  constructor(product: Product, family: Family, now: number) {
    this.#product = product;
    this.#family = family;
    this.now = now;
  }

  /** Sets the clock of server, parent and device, and runs what became due. */
  async moveTo(at: number): Promise<void> {
    this.now = at;
    this.#family.parent.clock = at;
    await this.#post('/test/clock', { accountId: this.#family.parent.accountId, at });
  }

  /** Returns the rows written and read and the alarms since the last call. */
  async readCounters(): Promise<Notes> {
    return (await this.#post(`/bench/notes?account=${this.#family.parent.accountId}`, null)).json();
  }

  /** Pairs the device with the child and opens its socket. */
  async wakeDevice(childId: string): Promise<void> {
    const { sent } = this;
    const device = await pairWithChild(this.#product, this.#family.parent, childId, {
      now: () => this.now,
      fetch: (input, init) => {
        sent.calls += 1;
        return fetch(input, init);
      },
    });
    device.store.update((state) => ({ ...state, batteryLevel: 1, habits: BATTERY_ALONE }));
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
      sent.frames += 1;
      await this.#untilHeard();
      return socket.ask(type, body);
    };
    this.#socket = socket;
    this.#device = { ...device, uplink: { isOpen: socket.isOpen, ask } };
    await this.untilWoken(async () => socket.update());
    await step(this.#device);
    this.#askedAt = this.now;
    Object.assign(sent, { calls: 0, frames: 0, asks: 0 });
  }

  /** Does work that sends a frame to the device, and waits for the frame. */
  async untilWoken(work: () => Promise<unknown>): Promise<void> {
    const isWoken = new Promise<void>((done) => {
      this.#wake = done;
    });
    await work();
    await isWoken;
  }

  /** Installs an app; the device’s next report includes it. */
  install(app: InstalledApp): void {
    this.#device?.store.update((state) => installApp(state, app));
  }

  /** Runs one round of the device after `seconds` of use, in `openApp` if given. */
  async liveOn(seconds: number, openApp: string | null = null): Promise<void> {
    const device = this.#device;
    if (device === null) throw new Error('The device sleeps');
    device.store.update((state) => takeHabits(state, this.now));
    if (seconds > 0) device.store.update((state) => addUsage({ ...state, openApp }, seconds, this.now));
    const isTimeToAsk = this.now - this.#askedAt >= ASK_WITH_SOCKET_MS;
    if (isTimeToAsk) {
      this.#askedAt = this.now;
      this.sent.asks += 1;
    }
    if (isPollReplaced(await (isTimeToAsk ? step(device) : act(device)))) this.#askedAt = this.now;
  }

  /** Opens the parent’s page with its socket. */
  async watch(): Promise<void> {
    const base = this.#product.apiUrl.replace('http', 'ws');
    const token = await tokenOf(this.#family.parent);
    this.#browser = new BrowserSocket({
      base,
      token,
      onFrame: ({ type }) => {
        this.#isStale ||= !CONTROL_TYPES.includes(type);
      },
    });
    await this.#browser.open();
    this.#isStale = false;
  }

  stopWatching(): void {
    this.#browser?.end();
    this.#browser = null;
  }

  /** True if the open page got a hint since the last call, so that it must reload. */
  isPageStale(): boolean {
    const isStale = this.#browser !== null && this.#isStale;
    this.#isStale = false;
    return isStale;
  }

  end(): void {
    this.stopWatching();
    this.#socket?.end();
  }

  /** Waits until the server’s rate limit per real minute allows another frame. Simulated time runs faster than real time. */
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
