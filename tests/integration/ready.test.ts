import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createAccount } from '#app/wire/account.ts';
import { post, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { spawnReal } from '../real-start.ts';
import { findFreePort } from '../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-ready-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('server readiness', () => {
  test('the first sign-up succeeds as soon as the port is open, on new data', { timeout: 120_000 }, async () => {
    const running = spawnReal('serve', join(folder, 'data'), await findFreePort());
    try {
      for (;;) {
        if (running.child.exitCode !== null) throw new Error(running.output());
        const request = post(createAccount.path, signUpBody(uniqueEmail()), running.apiUrl);
        const answer = await fetch(request).catch(() => null);
        if (answer === null) continue;
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('account_id')]);
        expect((await fetch(`${running.webUrl}/readyz`)).status).toBe(200);
        return;
      }
    } finally {
      await running.stop();
    }
  });
});
