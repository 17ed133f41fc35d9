import { randomBytes } from 'node:crypto';
import { enrolDevice } from '#app/wire/device.ts';
import { findAll, textOf } from '#tools/html.ts';
import { type Page, PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from '../clients/agent.ts';
import { expect, test } from './browser.ts';
import { newCredentials } from './parent-page.ts';

const words = ({ root }: Page) =>
  findAll(root, ({ tag }) => tag === 'body')
    .map(textOf)
    .join(' ');
const linkOf = ({ root }: Page, part: string) =>
  findAll(root, ({ tag, attributes }) => tag === 'a' && attributes.href?.includes(part) === true)[0]?.attributes.href ?? '';

const isAnew = ({ root }: Page) => findAll(root, ({ attributes }) => attributes['http-equiv'] === 'refresh').length > 0;

test.describe('device without JavaScript', () => {
  test('shows, renames, shares and removes a device, and installs its app, also on a child’s panel (DEV-072, DEV-094, NAV-045)', async () => {
    const from = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
    const [browser, other] = ['one', 'the other parent’s'].map(
      () => new PlainBrowser(process.env.WEB_URL ?? '', { 'X-Forwarded-For': from }),
    );
    if (browser === undefined || other === undefined) throw new Error('There are two');
    const credentials = newCredentials();
    await browser.press(await browser.open('/?view=signup'), 'signup', credentials);
    await other.press(await other.open('/?view=login'), 'login', credentials);
    const connect = await browser.open('/connect');
    await browser.press(connect, 'connect', { name: 'Mia', os: 'iOS' });
    // The same form sent twice returns the same pairing. A different form creates no second Mia and no device for another child (PAIR-002).
    const pair = await browser.press(connect, 'connect', { name: 'Mia', os: 'iOS' });
    const taken = await browser.press(connect, 'connect', { name: 'Mia', os: 'android' });
    expect([taken.status, words(taken).includes('You already have a child with this name')]).toEqual([400, true]);
    const beside = await browser.press(await browser.open('/connect'), 'connect', { name: 'Ben' });
    expect([beside.status, words(beside).includes('You chose a child and typed a name')]).toEqual([400, true]);
    const kept = findAll(beside.root, ({ attributes }) => attributes.name === 'name' || attributes.checked !== undefined);
    expect(kept.map(({ attributes }) => attributes.value)).toEqual([expect.stringMatching(/^[0-9A-Za-z]{20,}$/), 'Ben', 'android']);
    // The page refreshes itself, so its URL records which section is open.
    expect(linkOf(pair, '/pair?ways=1')).toBe('/pair?ways=1');
    const ways = findAll((await browser.open('/pair?ways=1')).root, ({ attributes }) => attributes.class === 'card help');
    expect(ways.map(({ tag, attributes }) => [tag, attributes.open])).toEqual([['details', '']]);
    // The pairing page links to /verify as all account pages do, but has no menus (LAND-027, NAV-061).
    expect([linkOf(pair, '/verify'), linkOf(pair, '/account')]).toEqual(['/verify', '']);
    await other.press(await other.open('/connect'), 'connect', { name: 'Leo', child: 'new' });
    const [code] = findAll(pair.root, ({ attributes }) => attributes.class === 'code');
    const about = { os: 'iOS', os_version: '11.4', app_version: '4.1.9', model_name: 'iPhone 7' };
    const send = (request: Request) => fetch(request);
    const enrolled = await Agent.postEnrolment(
      send,
      { code: code === undefined ? '' : textOf(code) },
      undefined,
      about,
      process.env.API_URL,
    );
    expect(enrolled.status).toBe(200);
    const agent = new Agent(send, enrolDevice.output.parse(enrolled.body), '', process.env.API_URL);
    await browser.press(await browser.open('/my-family?new=1'), 'new-child', { name: 'Ben' });
    // The plan has no room for Leo's device. The page refreshes itself and continues once there is room.
    const full = await other.open('/pair');
    expect([words(full).includes('Your plan includes 1 device'), words(full).includes('Remove a device'), isAnew(full)]).toEqual([
      true,
      true,
      true,
    ]);

    const panel = await browser.open(`${(await browser.open('/manage')).url.pathname.replace(/[^/]+$/, 'devices')}`);
    expect(words(panel)).toContain('“npm run device” on the command line to simulate the child’s device');
    // /manage opens the panel that was visited last (MAN-005).
    expect((await browser.open('/manage')).url.pathname).toBe(panel.url.pathname);
    const details = await browser.open(linkOf(panel, 'devices?device='));
    expect(words(details)).toContain('update the child app on this device to version 4.2');
    expect(words(details)).toContain('needs iOS 12');
    const emptied = await browser.press(details, 'rename-device', { name: '' });
    const [name] = findAll(emptied.root, ({ attributes }) => attributes.name === 'name').map(({ attributes }) => attributes);
    expect([emptied.status, name?.value, name?.['aria-invalid']]).toEqual([400, '', 'true']);
    // The other parent renames the device first. This save is refused and keeps what was typed; a second save overwrites (S29).
    await other.press(await other.open(details.url.pathname + details.url.search), 'rename-device', { name: 'Old phone' });
    const late = await browser.press(emptied, 'rename-device', { name: 'Mia’s phone' });
    const [typed] = findAll(late.root, ({ attributes }) => attributes.name === 'name').map(({ attributes }) => attributes);
    expect([late.status, words(late).includes('Someone else changed this'), typed?.value]).toEqual([400, true, 'Mia’s phone']);
    expect(words(late)).toContain('Old phone');
    const renamed = await browser.press(late, 'rename-device');
    expect([renamed.url.pathname, words(renamed).includes('Mia’s phone')]).toEqual([details.url.pathname, true]);
    const opened = details.url.pathname + details.url.search;
    const earlier = await browser.open(opened);
    const installed = await browser.press(renamed, 'install-app');
    expect(words(installed)).toContain('will install the child app');
    const again = await browser.press(earlier, 'install-app');
    expect(words(again)).toContain('less than 45 seconds ago');
    // A page opened now shows the button disabled (DEV-067).
    const isLocked = ({ root }: Page) =>
      findAll(root, ({ attributes }) => attributes.value === 'install-app')[0]?.attributes.disabled !== undefined;
    expect([isLocked(earlier), isLocked(await other.open(opened))]).toEqual([false, true]);
    // Despite many page views, the device got one info command (DEV-092) and one install command (DEV-066).
    const asked = async () => (await agent.commands()).map(({ kind }) => kind).filter((kind) => kind !== 'policy');
    await expect.poll(async () => (await asked()).sort()).toEqual(['device_info', 'install_childapp']);

    // Moves the device from Mia to Ben, which removes it from Mia's panel.
    const inFamily = await browser.open(`/my-family${details.url.search}`);
    const boxes = findAll(inFamily.root, ({ attributes }) => attributes.name === 'users').map(({ attributes }) => attributes);
    const [unticked] = boxes.filter(({ checked }) => checked === undefined);
    await browser.press(inFamily, 'device-users', { users: unticked?.value ?? '' });
    expect((await browser.open(details.url.pathname + details.url.search)).url.search).toBe('');

    const question = await browser.open(`${inFamily.url.href}&confirm=remove`);
    const removed = await browser.press(question, 'remove-device');
    expect([removed.url.pathname, words(removed).includes('Device removed.')]).toEqual(['/connect', true]);

    expect(words(await other.open('/pair'))).toContain('Waiting for Leo');
    // Removing the device ended its pairing, and another pairing can start.
    const over = await browser.open('/pair/done');
    expect([over.url.pathname, words(over).includes('That pairing for Mia has ended.')]).toEqual(['/connect', true]);
  });
});
