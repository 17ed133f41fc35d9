import { SELF } from 'cloudflare:test';
import { vi } from 'vitest';
import { signedHeaders } from '#app/keys/sign.ts';
import { DEVICE_SOCKET_PATH } from '#app/wire/device.ts';
import { getAccessToken, REALTIME_TOKEN_TYPE } from '#app/wire/realtime.ts';
import type { Agent } from './agent.ts';
import { API, type Parent } from './parent.ts';

/** The client end of a socket to the Worker under test, with everything it received and how it closed. */
export type TestSocket = {
  socket: WebSocket;
  /** All messages in order; JSON objects are parsed. */
  received: Array<Record<string, unknown> | string>;
  closed: () => { code: number; reason: string } | null;
  /** Resolves with the latest message of this type; waits for one if there is none. */
  waitFor: (type: string) => Promise<Record<string, unknown>>;
  /** Returns the types of the messages received since the last call. */
  takeNewTypes: () => Array<string>;
};

/** Requests a WebSocket upgrade. `opened` is null if it is refused. */
export async function upgrade(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ answer: Response; opened: TestSocket | null }> {
  const answer = await SELF.fetch(`${API}${path}`, { headers: { Upgrade: 'websocket', ...headers } });
  const { webSocket } = answer;
  if (webSocket === null) return { answer, opened: null };
  const received: TestSocket['received'] = [];
  let end: { code: number; reason: string } | null = null;
  let readCount = 0;
  webSocket.accept();
  webSocket.addEventListener('message', ({ data }) => {
    const text = String(data);
    received.push(text.startsWith('{') ? JSON.parse(text) : text);
  });
  webSocket.addEventListener('close', ({ code, reason }) => {
    end = { code, reason };
  });
  const typeOf = (message: TestSocket['received'][number]): string => (typeof message === 'string' ? message : String(message.type));
  const opened: TestSocket = {
    socket: webSocket,
    received,
    closed: () => end,
    waitFor: (type) =>
      vi.waitUntil(
        () => received.findLast((message) => typeof message !== 'string' && message.type === type) as Record<string, unknown>,
        5_000,
      ),
    takeNewTypes: () => {
      const types = received.slice(readCount).map(typeOf);
      readCount = received.length;
      return types;
    },
  };
  return { answer, opened };
}

export async function tokenOf(parent: Parent): Promise<string> {
  const query = { device_id: parent.credentials.sessionId, token_type: REALTIME_TOKEN_TYPE, user_id: parent.userId };
  return (await parent.call(getAccessToken, { query })).access_token;
}

/** Opens a browser socket of this parent. `after`: the last change number that the browser saw. */
export async function openBrowser(parent: Parent, after?: number): Promise<TestSocket> {
  const query = `access_token=${await tokenOf(parent)}${after === undefined ? '' : `&after=${after}`}`;
  const { opened, answer } = await upgrade(`/realtime?${query}`);
  if (opened === null) throw new Error(`${answer.status} ${await answer.text()}`);
  await opened.waitFor('hello');
  return opened;
}

export async function openDevice(
  agent: Agent,
  overrides: Record<string, string> = {},
): Promise<{ answer: Response; opened: TestSocket | null }> {
  const { accountId, deviceId, secret } = agent;
  const url = new URL(API + DEVICE_SOCKET_PATH);
  const headers = await signedHeaders(
    { kind: 'device', accountId, deviceId, secret },
    { method: 'GET', url, body: undefined },
    agent.clock ?? Date.now(),
  );
  return upgrade(DEVICE_SOCKET_PATH, { ...headers, ...overrides });
}
