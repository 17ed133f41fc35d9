import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { findAll, textOf } from '../../tools/html.ts';
import { type Page, PlainBrowser } from '../../tools/plain-browser.ts';
import { countMails, linkInMail } from './mailbox.ts';
import { newCredentials } from './parent-page.ts';

/** One person's browser without script, from a network address of its own. */
function newBrowser(userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'): PlainBrowser {
  const from = `2001:db8::${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
  return new PlainBrowser(process.env.WEB_URL ?? '', { 'X-Forwarded-For': from, 'User-Agent': userAgent });
}

async function signedUp(credentials = newCredentials()) {
  const browser = newBrowser();
  await browser.press(await browser.open('/?view=signup'), 'signup', credentials);
  return { ...credentials, browser };
}

async function logIn(browser: PlainBrowser, credentials: { email: string; password: string }): Promise<Page> {
  return browser.press(await browser.open('/?view=login'), 'login', { email: credentials.email, password: credentials.password });
}

const whereIs = ({ url, status }: Page) => [url.pathname + url.search, status];
const words = ({ root }: Page) =>
  findAll(root, ({ tag }) => tag === 'body')
    .map(textOf)
    .join(' ');

test('a forgotten password: the mail, the new password, the login (RECO-001 to RECO-011)', async () => {
  const { email, password, browser } = await signedUp();
  const visitor = newBrowser();
  const unknown = await visitor.press(await visitor.open('/forgot'), 'forgot', { email: `nobody-${email}` });
  const sent = await visitor.press(await visitor.open('/forgot'), 'forgot', { email });
  expect(whereIs(sent)).toEqual(['/forgot?sent', 200]);
  expect(words(sent)).toBe(words(unknown));

  const link = await linkInMail(visitor, email, '/reset');
  expect(await countMails(visitor, `nobody-${email}`)).toBe(0);
  const form = await visitor.open(link);
  expect(words(form)).toContain(email);
  expect(words(await visitor.press(form, 'reset', { new_password: 'seven77' }))).toContain('at least 8 characters');
  const login = await visitor.press(form, 'reset', { new_password: 'quite another' });
  expect(whereIs(login)).toEqual(['/?view=login', 200]);
  expect(words(login)).toContain('Your new password is saved');

  const again = await visitor.press(form, 'reset', { new_password: 'a third one' });
  expect(words(again)).toContain('does not work any more');
  const anew = findAll(again.root, ({ attributes }) => attributes.href?.startsWith('/forgot?') ?? false)[0]?.attributes.href ?? '';
  expect(findAll((await visitor.open(anew)).root, ({ attributes }) => attributes.value === email)).not.toEqual([]);

  expect(words(await logIn(visitor, { email, password }))).toContain('do not match');
  expect(whereIs(await logIn(visitor, { email, password: 'quite another' }))).toEqual(['/connect', 200]);

  // Where it was signed in before it is no more, and comes back to the page (AUTH-038, AUTH-039, AUTH-014).
  const over = await browser.open('/account/email');
  expect(whereIs(over)).toEqual(['/?view=login&reason=auth_401', 200]);
  expect(whereIs(await logIn(browser, { email, password: 'quite another' }))).toEqual(['/account/email', 200]);
});

test('the mail is asked for again with the address kept, and an address without a link’s halves says so at once', async () => {
  const visitor = newBrowser();
  const { email } = await signedUp();
  await visitor.press(await visitor.open('/forgot'), 'forgot', { email });
  const again = await visitor.open('/forgot?again');
  expect(findAll(again.root, ({ attributes }) => attributes.name === 'email')[0]?.attributes.value).toBe(email);
  const bare = await visitor.open('/undo-email');
  expect(words(bare)).toContain('does not work any more');
  expect(findAll(bare.root, ({ attributes }) => attributes.name === 'intent')).toEqual([]);
});

test('who is logged in and forgot the password logs out and asks for the mail; the mail of a change leads to the form (A110)', async () => {
  const { browser } = await signedUp();
  expect(whereIs(await browser.open('/forgot'))).toEqual(['/connect', 200]);
  expect(whereIs(await browser.open('/forgot?changed'))).toEqual(['/account/password', 200]);
  const form = await browser.open('/account/password');
  const [out] = findAll(form.root, ({ attributes }) => attributes.action === '/logout?then=forgot');
  const id = out?.attributes.id ?? 'none';
  expect(findAll(form.root, ({ tag, attributes }) => tag === 'button' && attributes.form === id)).toHaveLength(1);
});

test('the link of a mail tells no other page where it was, and is never come back to (AUTH-018)', async ({ request }) => {
  for (const path of [
    '/reset?email=a%40example.com&token=x',
    '/undo-email?account_id=x&token=x',
    '/verify?account_id=x&token=x',
    '/forgot',
  ]) {
    const headers = (await request.get(path)).headers();
    expect([path, headers['referrer-policy'], headers['cache-control']]).toEqual([path, 'strict-origin', 'private, no-store']);
  }
  const { email, password } = await signedUp();
  const visitor = newBrowser();
  await visitor.open('/reset?email=a%40example.com&token=x');
  await visitor.open('/?view=login&redirect=%2Freset%3Ftoken%3Dx');
  await visitor.open('/?view=login&redirect=https%3A%2F%2Fevil.example');
  expect(whereIs(await logIn(visitor, { email, password }))).toEqual(['/connect', 200]);
});

test('a new password: the current one is asked for, other browsers are logged out (ACCT-019 to ACCT-025)', async () => {
  const { email, password, browser } = await signedUp();
  const other = newBrowser();
  await logIn(other, { email, password });
  expect(whereIs(await browser.open('/.well-known/change-password'))).toEqual(['/account/password', 200]);
  const form = await browser.open('/account/password');
  const wrong = await browser.press(form, 'password', { current_password: 'not this one', new_password: 'quite another' });
  expect(words(wrong)).toContain('This is not your current password');
  expect(words(await browser.press(form, 'password', { current_password: '', new_password: 'quite another' }))).toContain('Please enter');
  const done = await browser.press(form, 'password', { current_password: password, new_password: 'quite another' });
  expect(whereIs(done)).toEqual(['/account', 200]);
  expect(words(done)).toContain('Your password is changed');
  expect(whereIs(await other.open('/account'))).toEqual(['/?view=login&reason=auth_401', 200]);
  expect(words(await logIn(other, { email, password }))).toContain('do not match');
  expect(whereIs(await logIn(other, { email, password: 'quite another' }))).toEqual(['/account', 200]);
});

test('a new address: confirmed anew, and taken back by the earlier one (ACCT-030 to ACCT-034, S06)', async () => {
  // A dozen passwords are derived by the server.
  test.slow();
  const { email, password, browser } = await signedUp();
  await browser.open(await linkInMail(browser, email, '/verify'));
  expect(words(await browser.open('/account'))).not.toContain('Please confirm your email address');
  const form = await browser.open('/account/email');
  const fields = { current_password: password, new_email: `new-${email}` };
  expect(words(await browser.press(form, 'email', { ...fields, new_email: 'abc' }))).toContain('does not look like an email');
  const done = await browser.press(form, 'email', fields);
  expect(whereIs(done)).toEqual(['/account', 200]);
  expect(words(done)).toContain('Please confirm your email address');
  await linkInMail(browser, `new-${email}`, '/verify');
  const visitor = newBrowser();
  expect(words(await logIn(visitor, { email, password }))).toContain('do not match');
  expect(whereIs(await logIn(visitor, { email: `new-${email}`, password }))).toEqual(['/connect', 200]);

  const owner = newBrowser();
  const question = await owner.open(await linkInMail(owner, email, '/undo-email'));
  expect(whereIs(await owner.press(question, 'undo-email'))).toEqual(['/undo-email?done', 200]);
  expect(words(await owner.press(question, 'undo-email'))).toContain('does not work any more');
  expect(whereIs(await visitor.open('/account'))).toEqual(['/?view=login&reason=auth_401', 200]);
  expect(words(await logIn(visitor, { email: `new-${email}`, password }))).toContain('do not match');
  expect(whereIs(await logIn(visitor, { email, password }))).toEqual(['/account', 200]);
});

test('sessions are listed and ended', async () => {
  const { email, password, browser } = await signedUp();
  const [phone, tablet] = [
    newBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'),
    newBrowser(),
  ];
  for (const one of [phone, tablet]) await logIn(one, { email, password });
  const page = await browser.open('/account');
  const sessions = findAll(page.root, ({ attributes }) => attributes['data-session'] !== undefined);
  expect(sessions).toHaveLength(3);
  expect(sessions.filter((session) => textOf(session).includes('This browser'))).toHaveLength(1);
  const onPhone = sessions.find((session) => textOf(session).includes('Safari'));
  await browser.press(page, 'end-session', { session_id: onPhone?.attributes['data-session'] ?? '' });
  expect(whereIs(await phone.open('/account'))).toEqual(['/?view=login&reason=auth_401', 200]);
  expect(whereIs(await tablet.open('/account'))).toEqual(['/account', 200]);
  const done = await browser.press(await browser.open('/account'), 'end-others');
  expect(words(done)).toContain('Logged out everywhere else');
  expect(whereIs(await tablet.open('/account'))).toEqual(['/?view=login&reason=auth_401', 200]);
  expect(whereIs(await browser.open('/account'))).toEqual(['/account', 200]);
});

test('news by email, and a deletion that is asked for twice and taken back (ACCT-035 to ACCT-042)', async () => {
  const { browser } = await signedUp();
  const isOn = (page: Page) => findAll(page.root, ({ attributes }) => attributes.name === 'news')[0]?.attributes.checked !== undefined;
  const page = await browser.open('/account');
  expect(isOn(page)).toBe(false);
  await browser.press(page, 'news', { news: 'on' });
  expect(isOn(await browser.open('/account'))).toBe(true);
  expect(findAll(page.root, ({ attributes }) => attributes.href === '/subscription').length).toBeGreaterThan(0);
  expect(words(page)).toContain('Free');

  const question = await browser.open('/account/delete');
  const pending = await browser.press(question, 'request-deletion');
  expect(words(pending)).toContain('will be deleted on');
  expect(words(await browser.press(question, 'request-deletion'))).toContain('will be deleted on');
  expect(words(await browser.press(pending, 'cancel-deletion'))).toContain('Your account stays');
  expect(words(await browser.open('/account'))).not.toContain('will be deleted on');
  expect(whereIs(await browser.open('/account/xyz'))).toEqual(['/account', 200]);
});

test('a chosen logout comes back to nothing: the next login is at home (AUTH-035, A30)', async () => {
  const { email, password, browser } = await signedUp();
  await browser.open('/account');
  await browser.open('/logout');
  expect(whereIs(await browser.open('/account'))).toEqual(['/?view=login', 200]);
  await browser.open('/logout');
  expect(whereIs(await logIn(browser, { email, password }))).toEqual(['/connect', 200]);
});

for (const [what, chosen, typed, elsewhere] of [
  ['of 8 code points, with spaces at both ends', '  pass-8 ', '  pass-8 ', 'pass-8'],
  ['of 96 code points beyond the first plane', '🔑'.repeat(96), '🔑'.repeat(96), '🔑'.repeat(95)],
  ['in Chinese', '晚上九点以后不许玩', '晚上九点以后不许玩', '晚上九點以後不許玩'],
  ['composed at one keyboard and decomposed at the other', 'überaus naïf', 'überaus naïf'.normalize('NFD'), 'uberaus naif'],
] as const) {
  test(`a password ${what} is taken as it is, and nothing like it (A113)`, async () => {
    const { email } = await signedUp({ email: newCredentials().email, password: chosen });
    expect(whereIs(await logIn(newBrowser(), { email, password: typed }))).toEqual(['/connect', 200]);
    expect(words(await logIn(newBrowser(), { email, password: elsewhere }))).toMatch(/do not match|at least/);
  });
}

test('passwords of 7 and of 97 code points, and those that everybody guesses, are refused before anything is asked', async () => {
  const browser = newBrowser();
  const { email } = newCredentials();
  for (const [password, said] of [
    ['🔑'.repeat(7), 'at least 8 characters'],
    ['x'.repeat(97), 'at most 96 characters'],
    ['Password', 'first that are guessed'],
  ] as const) {
    const page = await browser.press(await browser.open('/?view=signup'), 'signup', { email, password });
    expect([page.status, words(page)]).toEqual([400, expect.stringContaining(said)]);
  }
});
