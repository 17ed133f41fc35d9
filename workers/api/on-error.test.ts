import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parent } from '#tests/clients/parent';
import { bindings, familyOf, send } from '#tests/clients/worker';
import type { FamilyJob } from './bindings';
import type { ApiEnv } from './env';
import worker from './index';

const ADDRESS = 'mia.keller@example.com';
const TOKEN = 'c2VjcmV0LXNlY3JldC1zZWNyZXQx';

// These tests check the log.
const log = vi.spyOn(console, 'error');
beforeEach(() => void log.mockReset().mockImplementation(() => {}));
afterEach(() => void log.mockReset());

function fails(): never {
  throw new Error(`550 <${ADDRESS}> refused, see https://mail.example/x?token=${TOKEN}`);
}

function expectScrubbed(doing: string): void {
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ doing, message: '550 <<email>> refused, see https://mail.example/x?…' }]);
  for (const secret of [ADDRESS, TOKEN]) expect(lines.join()).not.toContain(secret);
}

describe('error log', () => {
  test('logs a queue failure without addresses and tokens, and retries it', async () => {
    const { accountId } = await Parent.signUp(send);
    const env = { ...(bindings as unknown as ApiEnv), DIRECTORY: new Proxy({}, { get: fails }) } as ApiEnv;
    const body: FamilyJob = { kind: 'address', accountId, email: ADDRESS, dueAt: 0 };
    const message = { id: '1', timestamp: new Date(), body, attempts: 1, ack: vi.fn(), retry: vi.fn() };
    await worker.queue({ messages: [message] } as unknown as MessageBatch<FamilyJob>, env);
    expect([message.ack.mock.calls, message.retry.mock.calls]).toEqual([[], [[{ delaySeconds: 2 }]]]);
    expectScrubbed('mail or job');
  });

  test('logs an alarm failure without addresses and tokens, and throws only a generic error to the platform', async () => {
    const { accountId } = await Parent.signUp(send);
    await runInDurableObject(familyOf(accountId), async (family, { storage }) => {
      const queue = family.bindings.OUTBOX;
      storage.sql.exec("INSERT INTO due (kind, id, at) VALUES ('address', ?, 0)", ADDRESS);
      Object.assign(family.bindings, { OUTBOX: { send: async () => fails() } });
      await expect(family.alarm()).rejects.toThrow(/^The alarm failed$/);
      Object.assign(family.bindings, { OUTBOX: queue });
    });
    expectScrubbed('alarm');
  });
});
