import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT } from '../../tools/build-workers.ts';
import { startWorkers, type Workers } from '../../tools/miniflare.ts';
import { post, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { findFreePort } from '../servers.ts';
import { testSecrets } from '../test-secrets.ts';

let mailServer: MailServer;
let workers: Workers;
let apiUrl: string;
const data = mkdtempSync(join(tmpdir(), 'porchlight-mail-'));

beforeAll(async () => {
  mailServer = await startMailServer({ user: 'porch', password: 'light & more', refusals: 1 });
  const port = await findFreePort();
  apiUrl = `http://127.0.0.1:${port}`;
  const { APP_ENV: _demonstration, ...secrets } = testSecrets();
  const smtp = `smtp://porch:${encodeURIComponent('light & more')}@127.0.0.1:${mailServer.port}`;
  workers = await startWorkers({
    data,
    web: { script: BUILT.web, variables: {}, addresses: [] },
    api: { script: BUILT.api, variables: { ...secrets, API_URL: apiUrl, SMTP_URL: smtp }, addresses: [`127.0.0.1:${port}`] },
  });
});

afterAll(async () => {
  await workers?.close();
  await mailServer?.close();
  rmSync(data, { recursive: true, force: true });
});

test('the verification mail reaches a real mail server in the reader’s language, also when it was busy at first', async () => {
  const email = uniqueEmail();
  const answer = await fetch(post('/account', { ...signUpBody(email), locale: 'de-AT' }, apiUrl));
  expect(answer.status).toBe(200);
  await expect.poll(() => mailServer.mails.length, { timeout: 30_000 }).toBe(1);
  const [mail] = mailServer.mails;
  expect(mailServer.refused()).toBe(1);
  expect(mail?.to?.map((to) => to.address)).toEqual([email]);
  expect(mail?.from).toMatchObject({ name: 'Porchlight', address: 'porchlight@porchlight.example' });
  expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Porchlight');
  const link = /http:\/\/localhost:8787\/verify\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.html).toContain('Adresse bestätigen');
  const verified = await fetch(`${apiUrl}/account_verification?${new URL(link).searchParams}`);
  expect(await verified.json()).toEqual({ verified: true, email });
});
