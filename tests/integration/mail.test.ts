import { mkdtempSync, rmSync } from 'node:fs';
import { request as open } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#app/domain/language.ts';
import { createAccount, login } from '#app/wire/account.ts';
import { changeDeletion, changeEmail, changePassword, requestReset, resetPassword, undoEmailChange } from '#app/wire/identity.ts';
import { BUILT } from '#tools/build-workers.ts';
import { startWorkers, type Workers } from '#tools/miniflare.ts';
import { MAIL_TEXTS, type MailText } from '#workers/api/outside/mail-texts';
import { authKey, Parent, post, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { findFreePort } from '../servers.ts';
import { testSecrets } from '../test-secrets.ts';

/** Emails of accounts without a password, and of paid plans, which this server does not sell (workers/api/billing/subscription.test.ts). */
const OTHER_ACCOUNTS = new Set([
  'reset-sso',
  'trial-started',
  'trial-ending',
  'payment-failed',
  'plan-canceled',
  'plan-canceled-now',
  'plan-ended',
  'receipt',
]);

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

describe('email', () => {
  test('delivers the verification email in the user’s language, even if the mail server is busy at first', async () => {
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

  /** Sends a request with a false host in every header that a server might trust. */
  function forged(request: Request): Promise<Response> {
    const { hostname, port, pathname, search } = new URL(request.url);
    const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
    const headers = { ...Object.fromEntries(request.headers), origin: 'https://evil.example', ...lies };
    return new Promise((resolve, reject) => {
      const call = open({ hostname, port, path: pathname + search, method: request.method, headers }, (answer) => {
        const chunks: Array<Buffer> = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 })));
      });
      call.on('error', reject);
      request.arrayBuffer().then((body) => call.end(Buffer.from(body)), reject);
    });
  }

  /** Resolves with the email to this address that has this subject and contains `after`. Two templates share a subject. */
  async function mailTo(email: string, { subject, after }: MailText): Promise<{ text: string; html: string }> {
    const find = () =>
      mailServer.mails.find(
        (mail) => mail.subject === subject && mail.text?.includes(after) && mail.to?.some(({ address }) => address === email),
      );
    await expect.poll(find, { timeout: 30_000, message: `${subject} to ${email}` }).toBeDefined();
    return { text: find()?.text ?? '', html: find()?.html ?? '' };
  }

  /**
   * Triggers every email that a password account can get, in order.
   * @returns each template with the address that gets its email
   */
  async function liveThrough(locale: Language) {
    const [email, next] = [uniqueEmail(), uniqueEmail()];
    const body = { ...signUpBody(email), locale };
    const made = await forged(post(createAccount.path, body, apiUrl));
    const parent = new Parent(forged, createAccount.output.parse(await made.json()), apiUrl);
    const ask = async (path: string, body: unknown) => expect((await forged(post(path, body, apiUrl))).status).toBe(200);
    await ask(requestReset.path, { email });
    const prove = async (address: string, template: 'verify' | 'verify-new-email') => {
      const { text } = await mailTo(address, MAIL_TEXTS[locale].mails[template]);
      const link = new URL(/http\S+/.exec(text)?.[0] ?? '');
      expect((await forged(new Request(`${apiUrl}/account_verification${link.search}`))).status).toBe(200);
    };
    await prove(email, 'verify');
    await ask(requestReset.path, { email });
    await ask(login.path, { device: body.device, login_obj: body.login_obj });
    const password = authKey(`new ${email}`);
    const login_obj = { email, password: authKey(email) };
    await parent.call(changePassword, { body: { login_obj: { ...login_obj, new_password: password } } });
    await parent.call(changeDeletion, { body: { action: 'request_deletion' } });
    await parent.call(changeDeletion, { body: { action: 'cancel_deletion' } });
    await parent.call(changeEmail, { body: { login_obj: { email, password, new_email: next, upd_password: authKey(next) } } });
    await prove(next, 'verify-new-email');
    await ask(requestReset.path, { email: next });
    const tokenOf = async (address: string, template: 'reset-young' | 'email-reset') => {
      const { text } = await mailTo(address, MAIL_TEXTS[locale].mails[template]);
      const { searchParams } = new URL(/http\S+/.exec(text)?.[0] ?? '');
      return { token: searchParams.get('token'), account_id: searchParams.get('account_id') };
    };
    // After the reset, an email to the old address lets its owner undo the change of address.
    const { token } = await tokenOf(next, 'reset-young');
    await ask(resetPassword.path, { email: next, password: authKey(`reset ${next}`), token });
    await ask(undoEmailChange.path, await tokenOf(email, 'email-reset'));
    const old = [
      'verify',
      'reset-empty',
      'reset',
      'new-sign-in',
      'password-changed',
      'deletion-requested',
      'deletion-cancelled',
      'email-changed',
      'email-reset',
      'email-restored',
    ];
    const ofNext = ['verify-new-email', 'reset-young', 'email-released'].map((template) => ({ template, address: next }));
    return [...old.map((template) => ({ template, address: email })), ...ofNext];
  }

  test.each(LANGUAGES)(
    'sends every email of a password account in %s, with our links only, despite another requested Host',
    async (locale) => {
      const { mails } = MAIL_TEXTS[locale];
      const expected = await liveThrough(locale);
      for (const [template, words] of Object.entries(mails)) {
        const address = expected.find((one) => one.template === template)?.address;
        if (OTHER_ACCOUNTS.has(template)) continue;
        const { text, html } = await mailTo(address ?? '', words);
        expect(html, template).toContain(`<html lang="${locale}">`);
        expect(html, template).toContain(words.button);
        const links = `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
        expect(links.length, template).toBeGreaterThan(1);
        for (const found of links) expect(found, template).toMatch(/^http:\/\/localhost:8787\//);
        expect(text + html, template).not.toContain('evil');
      }
    },
  );
});
