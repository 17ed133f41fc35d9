import { createPairing, createUser, listUsers, removeUser, updateDevice, updateUser } from '#app/wire/family.ts';
import { putGranularity } from '#app/wire/granularity.ts';
import { listNotifications, updateNotifications } from '#app/wire/notification.ts';
import { createRule } from '#app/wire/rule.ts';
import { Agent } from '../clients/agent.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Locator, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, grant, openLive, signUp } from './parent-page.ts';

/** The family that the page shows, changed from outside the page: by API calls as its parent, and by the child's device. */
type Elsewhere = { parent: Parent; agent: Agent; email: string; childId: string; apps: Array<string> };
type Change = [page: string, what: string, change: (family: Elsewhere) => Promise<unknown>, sees: (page: Page) => Promise<void>];

const RACER = 'com.example.racer';
const main = (page: Page) => page.locator('#main');
const inMain = (text: string) => (page: Page) => expect(main(page)).toContainText(text);
const has = (find: (page: Page) => Locator, name: string, value: string) => (page: Page) => expect(find(page)).toHaveAttribute(name, value);

/** Installs one more app on the device, which also creates a notification. */
function install({ agent, apps }: Elsewhere, name: string): Promise<unknown> {
  apps.push(name);
  return agent.report('allowed', { apps: apps.map((one) => ({ bundle_id: `com.example.${one.toLowerCase()}`, name: one, version: '1' })) });
}

function set({ parent, childId }: Elsewhere, patch: object): Promise<unknown> {
  return parent.call(putGranularity, { body: { user_id: childId, patch } });
}

async function change({ parent, childId }: Elsewhere, fields: object): Promise<unknown> {
  const [child] = [await parent.call(listUsers, { query: { user_id: childId } })].flat();
  return parent.call(updateUser, { body: { user_id: childId, updated_ts: child?.updated_ts, ...fields } });
}

async function note({ parent }: Elsewhere, details: object): Promise<unknown> {
  const notifications = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
  const racer = notifications.find(({ bundle_id }) => bundle_id === RACER);
  return parent.call(updateNotifications, { body: [{ notif_id: racer?.notif_id, details }] });
}

const racer = (page: Page) => page.locator('[data-type=app_installed]', { hasText: 'Racer' });
const allow = (page: Page) => racer(page).locator('[value=app-allow]');

// One row per type of change, with the page that shows it. Rows of one page are adjacent, so that each page opens once.
const CHANGES: Array<Change> = [
  [
    '/manage',
    'a schedule',
    ({ parent, childId }) => {
      const body = { type: 'temporal', rule_name: 'Homework', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '15:00PT60M' };
      return parent.call(createRule, { query: { user_id: childId }, body: { ...body, suspended: true, recurring: true } });
    },
    inMain('Homework'),
  ],
  [
    '/manage',
    'a block',
    ({ parent, childId }) =>
      parent.call(createRule, { query: { user_id: childId }, body: { type: 'override', ruledef_name: 'block', expiry: null } }),
    has((page) => page.getByTestId('now'), 'data-asked', 'blocked'),
  ],
  [
    '/manage',
    'the device’s word',
    async ({ agent }) => agent.ack(await agent.commands(), 'blocked'),
    has((page) => page.getByTestId('now'), 'data-view', 'blocked'),
  ],
  [
    '/manage/:child/allowance',
    'the screen time',
    (family) => change(family, { allowance_enabled: true }),
    has((page) => page.getByTestId('allowance'), 'data-on', 'true'),
  ],
  ['/notifications', 'a notification', (family) => install(family, 'Racer'), (page) => expect(allow(page)).toBeVisible()],
  [
    '/notifications',
    'a notification is read',
    (family) => note(family, { read_ts: Date.now() }),
    (page) => expect(racer(page)).not.toHaveAttribute('data-unread'),
  ],
  [
    '/notifications',
    'an app is decided on',
    (family) => set(family, { app_directives: { [RACER]: 'N' } }),
    (page) => expect(allow(page)).toHaveCount(0),
  ],
  [
    '/notifications',
    'a notification is dismissed',
    (family) => note(family, { hidden: true }),
    (page) => expect(racer(page)).toHaveCount(0),
  ],
  [
    '/manage/:child/app-rules',
    'an app on the device',
    (family) => install(family, 'Poker'),
    (page) => expect(page.locator('[data-app="com.example.poker"]')).toBeVisible(),
  ],
  [
    '/manage/:child/app-rules',
    'what an app may do',
    (family) => set(family, { app_directives: { [RACER]: 'A' } }),
    has((page) => page.locator(`[data-app="${RACER}"]`), 'data-directive', 'A'),
  ],
  [
    '/manage/:child/restrictions',
    'a restriction',
    (family) => set(family, { omnibus_directives: { allowAirplaneMode: 'N' } }),
    has((page) => page.locator('[data-restriction=allowAirplaneMode]'), 'data-value', 'N'),
  ],
  [
    '/manage/:child/web-filter',
    'a website',
    (family) => set(family, { web_filter: { deny: ['example.org'] } }),
    (page) => expect(page.locator('#filter-deny')).toHaveValue('example.org'),
  ],
  [
    '/manage/:child/devices',
    'the name of a device',
    ({ parent, agent }) => parent.call(updateDevice, { body: { device_id: agent.deviceId, display_name: 'Kitchen tablet' } }),
    inMain('Kitchen tablet'),
  ],
  ['/my-family', 'the name of a child', (family) => change(family, { user_name: 'Mia Lou' }), inMain('Mia Lou')],
  [
    '/my-family',
    'a new device',
    async ({ parent, childId }) => {
      const { code } = await parent.call(createPairing, { body: { user_id: childId, os: 'android' } });
      const about = { model_name: 'Attic tablet', udid: 'u-2' };
      return Agent.postEnrolment((request) => fetch(request), { code }, undefined, about, process.env.API_URL);
    },
    inMain('Attic tablet'),
  ],
  [
    '/my-family',
    'a new child',
    ({ parent }) => parent.call(createUser, { body: { user_obj: { user_name: 'Ben', time_zone: 'UTC' } } }),
    inMain('Ben'),
  ],
  [
    '/connect',
    'a child is removed',
    async ({ parent, childId }) => {
      const [other] = [await parent.call(listUsers)].flat().filter(({ user_id, type }) => type === 10 && user_id !== childId);
      return parent.call(removeUser, { query: { user_id: other?.user_id ?? '' } });
    },
    (page) => expect(main(page)).not.toContainText('Ben'),
  ],
  ['/account', 'the bell', (family) => install(family, 'Chat'), (page) => expect(page.locator('.bell-count')).toHaveText('3')],
  ['/subscription', 'the plan', ({ email }) => grant(email, 'premium_plus_annual'), inMain('Granted by the site administrator.')],
];

test.describe('real-time updates by type of change', () => {
  test('shows each type of change made elsewhere on its page without a reload (MAN-001, PAIR-035)', async ({ page }) => {
    // Many page loads take more than a minute on a busy machine.
    test.slow();
    const { email, password } = await signUp(page);
    await grant(email, 'premium_annual');
    const agent = await addChildWithDevice(page, 'Mia');
    const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const family = { parent: await asParent({ email, password }), agent, email, childId, apps: [] };
    await install(family, 'Chess');
    let opened = '';
    for (const [path, what, make, sees] of CHANGES) {
      await test.step(`${path}: ${what}`, async () => {
        if (path !== opened) await openLive(page, path.replace(':child', childId));
        opened = path;
        await make(family);
        await sees(page);
      });
    }
  });
});
