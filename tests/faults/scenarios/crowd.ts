import { request } from 'node:http';
import { signedHeaders } from '#app/keys/sign.ts';
import { DEVICE_SOCKET_PATH } from '#app/wire/device.ts';
import { type RealtimeFrame, realtimeFrameSchema } from '#app/wire/realtime.ts';
import { idOf, moveIn, tap } from '../household.ts';
import type { Invariant, Violation } from '../ledger.ts';
import { observe, order } from '../observe.ts';
import { checkPage, openPage, socketAddress, tokenOf } from '../page.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

/** The limit of browser sockets per family (contract of the sockets). The next one gets 503. */
const MOST_BROWSERS = 1000;

export const crowd: Scenario = {
  name: 'crowd',
  fault: '1,000 sockets on one family, and one more',
  holds: ['I4', 'I7'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const count = size === 'short' ? 100 : MOST_BROWSERS;
    const listeners: Array<Listener> = [];
    try {
      const household = await moveIn(server.apiUrl);
      const [lane] = household.lanes;
      if (lane === undefined) throw new Error('A household without a parent');
      const address = socketAddress(server.apiUrl, await tokenOf(lane.parent), null);
      while (listeners.length < count) listeners.push(...(await Promise.all(Array.from({ length: 50 }, () => listenTo(address)))));
      const full = size === 'full' ? expectStatus('one socket too many', await knock(address), 503, 'I4') : [];
      await tap(household.ledger, lane, random);
      const { seq } = await observe(server.apiUrl, lane.parent);
      await order(server.apiUrl, 'grant', { email: household.email, sku: 'premium_monthly' });
      await Promise.all(listeners.map((listener) => listener.hear((frame) => frame.seq > seq)));
      const deaf = listeners.filter(({ frames }) => !frames.some(({ type }) => type === 'rule' || type === 'command'));
      const missed: Array<Violation> =
        deaf.length === 0 ? [] : [{ invariant: 'I7', what: `${deaf.length} of ${count} sockets heard nothing of a change` }];
      return { times: count, violations: [...full, ...missed] };
    } finally {
      for (const { close } of listeners) close();
      await server.close();
    }
  },
};

type Listener = { frames: Array<RealtimeFrame>; hear: (isWanted: (frame: RealtimeFrame) => boolean) => Promise<void>; close: () => void };

/** Opens a socket that only receives. */
async function listenTo(address: string): Promise<Listener> {
  const frames: Array<RealtimeFrame> = [];
  const socket = new WebSocket(address);
  let look = (): void => undefined;
  socket.addEventListener('message', ({ data }) => {
    frames.push(realtimeFrameSchema.parse(JSON.parse(String(data))));
    look();
  });
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done());
    socket.addEventListener('error', () => fail(new Error('no socket was given')));
  });
  const hear = (isWanted: (frame: RealtimeFrame) => boolean): Promise<void> =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error('It was never heard')), 30_000);
      look = () => {
        if (!frames.some(isWanted)) return;
        clearTimeout(timer);
        done();
      };
      look();
    });
  return { frames, hear, close: () => socket.close() };
}

export const hostile: Scenario = {
  name: 'hostile',
  fault: 'foreign origins and tokens, old ones, frames of 1 MB and of the wrong shape',
  holds: ['I4', 'I5', 'I7'],
  run: async ({ script, random }) => {
    const server = await startServer(script);
    const { apiUrl } = server;
    try {
      const [own, other] = [await moveIn(apiUrl), await moveIn(apiUrl)];
      const [lane, stranger] = [own.lanes[0], other.lanes[0]];
      const second = own.lanes[1];
      if (lane === undefined || stranger === undefined || second === undefined) throw new Error('A household without a parent');
      const [page, foreign] = [await openPage(apiUrl, lane.parent), await openPage(apiUrl, stranger.parent)];
      await page.connect();
      await foreign.connect();
      const [token, foreignToken] = [await tokenOf(lane.parent), await tokenOf(stranger.parent)];
      const before = foreign.frames.length;
      const violations: Array<Violation> = [];
      const mixed = [`${token.split('.')[0]}.${foreignToken.split('.').slice(1).join('.')}`, token.slice(0, -2), `${token}x`, 'x', ''];
      for (const wrong of mixed)
        violations.push(...expectStatus(`token ${wrong}`, await knock(socketAddress(apiUrl, wrong, null)), 401, 'I5'));
      const address = socketAddress(apiUrl, token, null);
      for (const origin of ['https://evil.example', 'null', `${apiUrl}.evil.example`, 'http://localhost:1']) {
        violations.push(...expectStatus(`origin ${origin}`, await knock(address, { Origin: origin }), 403, 'I5'));
      }
      const device = lane.devices[0];
      if (device === undefined) throw new Error('A child without a device');
      const messages = ['hello', '{}', '{"v":1,"id":"1","type":"ack"', 'x'.repeat(1024 * 1024), new Uint8Array(1024), '\u0000'];
      for (const message of messages) {
        const what = `${typeof message} of ${message.length}`;
        const toBrowser = await shout(new WebSocket(address), message);
        if (toBrowser === null) violations.push({ invariant: 'I4', what: `a browser’s socket lives on after ${what}` });
        const { enrolment } = device.store.read();
        if (enrolment.kind !== 'enrolled') throw new Error('This device is not enrolled');
        const url = new URL(apiUrl + DEVICE_SOCKET_PATH);
        const headers = await signedHeaders({ ...enrolment, kind: 'device' }, { method: 'GET', url, body: undefined }, Date.now());
        url.protocol = 'ws:';
        const toDevice = await shout(Reflect.construct(WebSocket, [url.href, { headers }]), message);
        if (toDevice === null) violations.push({ invariant: 'I4', what: `the socket of ${idOf(device)} lives on after ${what}` });
      }
      await tap(own.ledger, lane, random);
      violations.push(...(await checkPage(page, apiUrl)));
      const leaked =
        foreign.frames.length -
        before -
        foreign.frames.slice(before).filter(({ account_id }) => account_id === stranger.parent.accountId).length;
      if (leaked > 0) violations.push({ invariant: 'I5', what: `another family heard ${leaked} frames` });
      const signedOut = await tokenOf(second.parent);
      await order(apiUrl, 'sign-out', { accountId: second.parent.accountId, sessionId: second.parent.credentials.sessionId });
      violations.push(...expectStatus('a token after the sign-out', await knock(socketAddress(apiUrl, signedOut, null)), 401, 'I5'));
      await order(apiUrl, 'skip', { accountId: lane.parent.accountId, at: Date.now() + 61 * 60_000 });
      violations.push(...expectStatus('a token of an hour ago', await knock(address), 401, 'I5'));
      page.close();
      foreign.close();
      return { times: mixed.length + 4 + messages.length * 2 + 2, violations };
    } finally {
      await server.close();
    }
  },
};

function expectStatus(what: string, found: number, wanted: number, invariant: Invariant): Array<Violation> {
  return found === wanted ? [] : [{ invariant, what: `${what} was answered ${found}, not ${wanted}` }];
}

/** Requests an upgrade and returns the status of the answer; 101 means that a socket was opened. */
function knock(address: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const url = new URL(address);
    url.protocol = 'http:';
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const asked = request(url, { headers: { ...upgrade, ...headers } });
    asked.on('response', (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    asked.on('upgrade', (_answer, socket) => {
      socket.destroy();
      done(101);
    });
    asked.on('error', fail).end();
  });
}

/**
 * Sends a message on a new socket.
 * @returns the close code, or null if the socket is still open after ten seconds
 */
function shout(socket: WebSocket, message: string | Uint8Array<ArrayBuffer>): Promise<number | null> {
  return new Promise((done) => {
    const timer = setTimeout(() => {
      socket.close();
      done(null);
    }, 10_000);
    socket.addEventListener('open', () => socket.send(message));
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(timer);
      done(code);
    });
  });
}
