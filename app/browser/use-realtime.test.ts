import { describe, expect, test } from 'vitest';
import { CLOSE_CODES, HINT_TYPES, PING, PING_EVERY_MS, PONG, type RealtimeFrame, realtimeFrameSchema } from '#app/wire/realtime';
import { createListener, type News, PROTOCOL } from './use-realtime';

const FRAME: RealtimeFrame = { v: 1, seq: 7, type: 'rule', account_id: 'a', ts: 1_800_000_000_000 };

function listen(first: number) {
  const news: Array<News> = [];
  const listener = createListener(first, (item) => news.push(item));
  const frame = (type: RealtimeFrame['type'], seq: number) => listener.hear({ kind: 'frame', frame: { ...FRAME, type, seq } });
  return { news, listener, frame };
}

describe('useRealtime', () => {
  test('uses the constants of the realtime contract', () => {
    const { ping, pong, pingEveryMs, signedOutCode } = PROTOCOL;
    expect({ ping, pong, pingEveryMs, signedOutCode }).toEqual({
      ping: PING,
      pong: PONG,
      pingEveryMs: PING_EVERY_MS,
      signedOutCode: CLOSE_CODES.signedOut,
    });
  });

  test.each([...HINT_TYPES, 'hello', 'resync', 'logout'] as const)('accepts a complete %s frame of the realtime contract', (type) => {
    const frame = realtimeFrameSchema.parse({ ...FRAME, type, user_id: 'u', device_id: 'd' });
    expect(PROTOCOL.parse(JSON.stringify(frame))).toEqual(frame);
  });

  test.each([
    ['of another version', JSON.stringify({ ...FRAME, v: 2 })],
    ['without a number', JSON.stringify({ ...FRAME, seq: undefined })],
    ['with a fractional number', JSON.stringify({ ...FRAME, seq: 1.5 })],
    ['with a negative number', JSON.stringify({ ...FRAME, seq: -1 })],
    ['without a type', JSON.stringify({ ...FRAME, type: 3 })],
    ['of another shape', '[1]'],
    ['that is null', 'null'],
    ['that is not JSON', '{'],
    ['in bytes', new ArrayBuffer(2)],
  ])('ignores a frame %s', (_name, text) => {
    expect(PROTOCOL.parse(text)).toBeNull();
  });

  test('reports a hint even if its number is the last known number', () => {
    const { news, frame, listener } = listen(7);
    frame('rule', 8);
    frame('usage', 8);
    expect(news).toEqual([
      { kind: 'hint', hint: 'rule' },
      { kind: 'hint', hint: 'usage' },
    ]);
    expect(listener.last()).toBe(8);
  });

  test("ignores a frame older than the page's data", () => {
    const { news, frame, listener } = listen(7);
    frame('rule', 6);
    listener.note(9);
    frame('rule', 8);
    expect(news).toEqual([]);
    expect(listener.last()).toBe(9);
  });

  test('reports a gap if the number in the hello frame is higher than the last known number', () => {
    const { news, listener } = listen(7);
    listener.hear({ kind: 'live', seq: 7 });
    listener.hear({ kind: 'lost' });
    listener.hear({ kind: 'live', seq: 7 });
    expect(news).toEqual([]);
    listener.hear({ kind: 'live', seq: 9 });
    expect(news).toEqual([{ kind: 'gap' }]);
    expect(listener.last()).toBe(9);
  });

  test('continues from the lower number after the family was restored to an older state', () => {
    const { news, frame, listener } = listen(90);
    frame('resync', 40);
    frame('rule', 41);
    expect(news).toEqual([{ kind: 'gap' }, { kind: 'hint', hint: 'rule' }]);
    expect(listener.last()).toBe(41);
  });

  test('reports the end of the session after a logout frame or the close code', () => {
    const { news, frame, listener } = listen(7);
    frame('logout', 7);
    listener.hear({ kind: 'ended' });
    expect(news).toEqual([{ kind: 'ended' }, { kind: 'ended' }]);
  });
});
