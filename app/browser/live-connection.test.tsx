import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveEvent, openLive, PONG_WITHIN_MS } from './live-connection';
import { PROTOCOL } from './use-realtime';

/** A fake socket that the test controls. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: Array<FakeSocket> = [];
  readonly url: string;
  readonly sent: Array<string> = [];
  readyState = 0;
  binaryType = 'blob';

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  hear(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }));
  }
  drop(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code, reason: '' }));
  }
}

const frame = (type: string, seq: number) => ({ v: 1, seq, type, account_id: 'a', ts: 1 });
const kinds = (events: Array<LiveEvent<unknown>>) => events.map(({ kind }) => kind);

let close = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connect(last = () => 7) {
  const events: Array<LiveEvent<unknown>> = [];
  const held = openLive(
    PROTOCOL,
    () => `ws://x/realtime?after=${last()}`,
    (event) => events.push(event),
  );
  close = held.close;
  await vi.advanceTimersByTimeAsync(0);
  const newest = () => FakeSocket.all.at(-1) ?? new FakeSocket('');
  return { events, held, newest };
}

describe('openLive', () => {
  test('is live after the hello frame, and its state has the number of the last frame', async () => {
    const { events, held, newest } = await connect();
    newest().open();
    expect(events).toEqual([]);
    newest().hear(frame('hello', 7));
    newest().hear(frame('rule', 8));
    newest().hear('{"v":2}');
    expect(kinds(events)).toEqual(['live', 'frame']);
    expect(held.state()).toEqual({ kind: 'live', seq: 8 });
  });

  test('reconnects a lost socket after at least a second and sends the last change number', async () => {
    let last = 7;
    const { events, newest } = await connect(() => last);
    newest().open();
    newest().hear(frame('hello', 7));
    await vi.advanceTimersByTimeAsync(10_000);
    last = 12;
    newest().drop(1006);
    expect(kinds(events)).toEqual(['live', 'lost']);
    await vi.advanceTimersByTimeAsync(999);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(501);
    expect(FakeSocket.all.map(({ url }) => url)).toEqual(['ws://x/realtime?after=7', 'ws://x/realtime?after=12']);
  });

  test('increases the reconnect delay up to a minute', async () => {
    const { newest } = await connect();
    const waits: Array<number> = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      const count = FakeSocket.all.length;
      const start = Date.now();
      newest().drop(1006);
      while (FakeSocket.all.length === count) await vi.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - start);
    }
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[3]).toBeGreaterThanOrEqual(8000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_100);
    expect(waits[8]).toBeGreaterThanOrEqual(48_000);
  });

  test('pings every 30 s and reconnects after 10 s without a response', async () => {
    const { events, newest } = await connect();
    newest().open();
    newest().hear(frame('hello', 7));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(newest().sent).toEqual(['ping']);
    newest().hear('pong');
    await vi.advanceTimersByTimeAsync(30_000 + PONG_WITHIN_MS - 1);
    expect([newest().sent, kinds(events)]).toEqual([['ping', 'ping'], ['live']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(kinds(events)).toEqual(['live', 'lost']);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('does not reconnect after the session ended', async () => {
    const { events, newest } = await connect();
    newest().open();
    newest().hear(frame('hello', 7));
    newest().drop(4001);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([kinds(events), FakeSocket.all.length]).toEqual([['live', 'ended'], 1]);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('reconnects immediately when the network is back', async () => {
    const { newest } = await connect();
    for (let attempt = 0; attempt < 6; attempt++) {
      newest().drop(1006);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    const count = FakeSocket.all.length;
    newest().drop(1006);
    await vi.advanceTimersByTimeAsync(100);
    expect(FakeSocket.all).toHaveLength(count);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSocket.all).toHaveLength(count + 1);
  });

  test('does not reconnect after it was closed', async () => {
    const { events, held, newest } = await connect();
    newest().open();
    newest().hear(frame('hello', 7));
    held.close();
    await vi.advanceTimersByTimeAsync(600_000);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1000);
    expect([kinds(events), FakeSocket.all.length]).toEqual([['live'], 1]);
  });
});
