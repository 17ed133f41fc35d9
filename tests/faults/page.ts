import * as z from 'zod';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { getAccessToken, REALTIME_PATH, REALTIME_TOKEN_TYPE, type RealtimeFrame, realtimeFrameSchema } from '#app/wire/realtime.ts';
import type { Parent } from '../clients/parent.ts';
import type { Violation } from './ledger.ts';
import { observe, order } from './observe.ts';

/** What a page shows, by child ID: the requested state and its rule, and per device the reported state and the command. */
export type Picture = Record<string, unknown>;

/**
 * A page with one socket at a time, as RT specifies. It reloads everything on each hint about something it shows, and never without one.
 */
export type Page = {
  parent: Parent;
  frames: Array<RealtimeFrame>;
  /** Violations found in the order and origin of the received frames. */
  violations: Array<Violation>;
  picture: Picture;
  /** The close code of the last socket; null while it is open. */
  closedWith: number | null;
  /**
   * Opens a socket with the last number that was received.
   * @throws if the connection is refused
   */
  connect: () => Promise<void>;
  /** Resolves when every reload that a hint caused is done. */
  rest: () => Promise<void>;
  /**
   * Resolves with a received frame that passes; earlier frames count too.
   * @throws after ten seconds; this timeout only ends hangs
   */
  hear: (isWanted: (frame: RealtimeFrame) => boolean) => Promise<RealtimeFrame>;
  close: () => void;
};

/** Types of frames that concern nothing that the page shows. */
const UNSHOWN = ['hello', 'logout', 'subscription', 'account'];
const PATIENCE_MS = 10_000;

export async function tokenOf(parent: Parent): Promise<string> {
  const query = { device_id: parent.credentials.sessionId, token_type: REALTIME_TOKEN_TYPE, user_id: parent.userId };
  return (await parent.call(getAccessToken, { query })).access_token;
}

export function socketAddress(apiUrl: string, token: string, after: number | null): string {
  const url = new URL(apiUrl + REALTIME_PATH);
  url.protocol = 'ws:';
  url.searchParams.set('access_token', token);
  if (after !== null) url.searchParams.set('after', String(after));
  return url.href;
}

/** Returns a page of this parent in the state after rendering; `connect` opens its socket. */
export async function openPage(apiUrl: string, parent: Parent): Promise<Page> {
  let socket: WebSocket | null = null;
  let last: number | null = null;
  let reading: Promise<void> = Promise.resolve();
  let isStale = false;
  const listeners = new Set<() => void>();

  const read = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      try {
        page.picture = await pictureFor(parent);
      } catch {
        // The server is down. After a reconnect, the page continues and loads what it missed.
        return;
      }
    }
  };
  const hear = (data: unknown, isFirst: boolean): void => {
    const frame = realtimeFrameSchema.parse(JSON.parse(String(data)));
    const isGreeting = frame.type === 'hello';
    if (isFirst !== isGreeting) page.violations.push({ invariant: 'I7', what: `${frame.type} came where hello and nothing else belongs` });
    if (frame.account_id !== parent.accountId) page.violations.push({ invariant: 'I5', what: `a frame of ${frame.account_id}` });
    if (last !== null && frame.seq < last) page.violations.push({ invariant: 'I7', what: `${frame.type} ${frame.seq} came after ${last}` });
    page.frames.push(frame);
    last = Math.max(last ?? 0, frame.seq);
    if (!UNSHOWN.includes(frame.type)) {
      isStale = true;
      reading = reading.then(read);
    }
    for (const listener of listeners) listener();
  };
  const page: Page = {
    parent,
    frames: [],
    violations: [],
    picture: {},
    closedWith: null,
    connect: async () => {
      const own = new WebSocket(socketAddress(apiUrl, await tokenOf(parent), last));
      socket = own;
      let isFirst = true;
      own.addEventListener('message', ({ data }) => {
        if (socket !== own) return;
        hear(data, isFirst);
        isFirst = false;
      });
      own.addEventListener('close', ({ code }) => {
        if (socket === own) page.closedWith = code;
      });
      await new Promise<void>((done, fail) => {
        own.addEventListener('open', () => done());
        own.addEventListener('error', () => fail(new Error('no socket was given')));
      });
      page.closedWith = null;
    },
    rest: async () => {
      for (let before: Promise<void> | null = null; before !== reading; ) {
        before = reading;
        await before;
      }
    },
    hear: (isWanted) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => finish(null), PATIENCE_MS);
        const finish = (frame: RealtimeFrame | null): void => {
          clearTimeout(timer);
          listeners.delete(look);
          if (frame === null) fail(new Error('It was never heard'));
          else done(frame);
        };
        const look = (): void => {
          const frame = page.frames.findLast(isWanted);
          if (frame !== undefined) finish(frame);
        };
        listeners.add(look);
        look();
      }),
    close: () => {
      const own = socket;
      socket = null;
      own?.close();
    },
  };
  const account = z.object({ seq: z.number() });
  const { body } = await parent.raw('GET', '/account');
  last = account.parse(body).seq;
  page.picture = await pictureFor(parent);
  return page;
}

async function pictureFor(parent: Parent): Promise<Picture> {
  const children = await parent.call(getBlockStatus, { query: { dev_info: 'true' } });
  const rows = children.map(({ user_id, state, why, devices = [] }) => [
    user_id,
    state,
    why?.rule_id ?? null,
    devices.map(({ device_id, viewState, applied, command }) => [device_id, viewState, applied?.state, command?.id, command?.state]),
  ]);
  return Object.fromEntries(rows.map(([id, ...rest]) => [String(id), rest]));
}

/**
 * Waits for the last hint, and compares what the page shows with what a reload would show (I7, I4). Call it only when nothing else is
 * running. First makes a change that the page does not show. Otherwise, the hint of a visible change would hide a lost hint.
 */
export async function checkPage(page: Page, directUrl: string): Promise<Array<Violation>> {
  await order(directUrl, 'grant', { email: page.parent.email, sku: 'premium_monthly' });
  const { seq } = await observe(directUrl, page.parent);
  try {
    await page.hear((frame) => frame.seq >= seq);
  } catch {
    return [{ invariant: 'I7', what: `the page’s socket says nothing more: change ${seq} was not heard` }];
  }
  await page.rest();
  const truth = await pictureFor(page.parent);
  const isRight = JSON.stringify(truth) === JSON.stringify(page.picture);
  const stale: Array<Violation> = isRight
    ? []
    : [{ invariant: 'I7', what: `the page shows ${JSON.stringify(page.picture)}, and there is ${JSON.stringify(truth)}` }];
  return [...page.violations.splice(0), ...stale];
}
