import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language';
import { getAccount } from '#app/wire/account';
import { listUsers, removeUser, updateDevice, updateUser } from '#app/wire/family';
import { putGranularity } from '#app/wire/granularity';
import { listNotifications, updateNotifications } from '#app/wire/notification';
import type { Agent } from '#tests/clients/agent';
import { list, MONDAY, types } from '#tests/clients/announced-family';
import { newFamilyAt } from '#tests/clients/clock';
import { linkOf, mailsTo } from '#tests/clients/mailbox';
import { API, authKey, Parent, uniqueEmail } from '#tests/clients/parent';
import { familyOf, newChild, readRows, send } from '#tests/clients/worker';
import { REPORT_NOTIFICATION_TEXTS } from './report-notification-words';

function everything(parent: Parent, locale = 'en') {
  return parent.call(listNotifications, { query: { locale, state: 'active' } });
}

async function verify(email: string, mails: number): Promise<void> {
  const mail = (await mailsTo(email, mails)).find(({ text }) => text.includes('/verify?'));
  expect((await send(new Request(`${API}/account_verification${linkOf(mail).search}`))).status).toBe(200);
}

describe('account and report notifications', () => {
  test('asks an account to confirm its address until the address is confirmed, and again after an address change', async () => {
    const parent = await Parent.signUp(send);
    const [notification, ...others] = await everything(parent, 'de');
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: 'email_verification_required',
      user_id: null,
      device_id: null,
      content: {
        list_title: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
        list_subtitle: parent.email,
        actions: [{ href: '/verify' }],
        fallback_type: 'alert',
        priority: 1,
      },
    });
    expect(await parent.call(getAccount)).toMatchObject({ unread_notices: 1, unread_new_apps: 0 });
    await parent.call(updateNotifications, { body: [{ notif_id: notification?.notif_id, details: { hidden: true } }] });
    await parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    expect(await everything(parent)).toEqual([]);
    const wanted = uniqueEmail();
    const login_obj = { email: parent.email, password: authKey(parent.email), new_email: wanted, upd_password: authKey(wanted) };
    expect((await parent.raw('PUT', '/credentials', { login_obj })).status).toBe(200);
    expect(await everything(parent)).toMatchObject([{ type: 'email_verification_required', content: { list_subtitle: wanted } }]);
    await verify(wanted, 1);
    expect(await everything(parent)).toEqual([]);
    expect((await parent.call(getAccount)).unread_notices).toBe(0);
  });

  function reportVersion(agent: Agent, app_version: string) {
    return agent.report('allowed', { versions: { os_version: '14', app_version } });
  }

  test('raises one update notification per version for an outdated Android device, until it is updated (NOTI-021)', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    await reportVersion(agent, '6.0');
    expect(await types(parent)).toEqual([]);
    // Settings that have worked since 4.2, or only on an iPhone, require no newer version.
    const elsewhere = {
      app_directives: { 'com.example.game': 'N' },
      app_limits: { 'com.example.video': 3600 },
      omnibus_directives: { allowCamera: 'N' },
    };
    await parent.call(putGranularity, { body: { user_id: id, patch: elsewhere } });
    await reportVersion(agent, '6.0');
    expect(await types(parent)).toEqual([]);
    await parent.call(putGranularity, { body: { user_id: id, patch: { omnibus_directives: { allowAppRemoval: 'N' } } } });
    await reportVersion(agent, '6.0');
    await reportVersion(agent, '6.0');
    const [notification, ...others] = await list(parent);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: 'android_update_required',
      user_id: id,
      device_id: agent.deviceId,
      content: {
        list_title: 'Update the child app on Acme One',
        list_subtitle: 'Mia · version 6.0, needs 6.1',
        actions: [{ href: `/my-family?device=${agent.deviceId}` }],
        fallback_type: 'alert',
      },
    });
    await parent.call(updateNotifications, { body: [{ notif_id: notification?.notif_id, details: { hidden: true } }] });
    await reportVersion(agent, '6.0');
    expect(await list(parent)).toEqual([]);
    await reportVersion(agent, '6.0.1');
    expect(await types(parent)).toEqual(['android_update_required']);
    await reportVersion(agent, '6.1');
    expect(await types(parent)).toEqual([]);
    await parent.call(putGranularity, { body: { user_id: id, patch: { omnibus_directives: { allowAppRemoval: 'S' } } } });
    await reportVersion(agent, '4.1');
    const needed = async () => (await list(parent)).map(({ content }) => content.list_subtitle);
    expect(await needed()).toEqual(['Mia · version 4.1, needs 4.2']);
    // The notification shows a higher requirement after the next report, and a lower one immediately.
    await parent.call(putGranularity, { body: { user_id: id, patch: { omnibus_directives: { allowAppRemoval: 'N' } } } });
    expect(await needed()).toEqual(['Mia · version 4.1, needs 4.2']);
    await reportVersion(agent, '4.1');
    expect(await needed()).toEqual(['Mia · version 4.1, needs 6.1']);
    await parent.call(putGranularity, { body: { user_id: id, patch: { omnibus_directives: { allowAppRemoval: 'S' } } } });
    expect(await needed()).toEqual(['Mia · version 4.1, needs 4.2']);
    await agent.report('allowed', {
      versions: { os_version: '14', app_version: '4.1' },
      events: [{ type: 'management_removed', at: Date.parse(MONDAY) }],
    });
    expect(await needed()).toEqual([]);
    expect(await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'android_update_required'")).toHaveLength(3);
  });

  test('withdraws the update notification when no setting needs a newer version, or the device gets other users', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    const limit = (allowAppRemoval: 'N' | 'S') =>
      parent.call(putGranularity, { body: { user_id: id, patch: { omnibus_directives: { allowAppRemoval } } } });
    const isToldAfter = async (change: () => Promise<unknown>, version = '6.0') => {
      await limit('N');
      await reportVersion(agent, version);
      expect(await types(parent)).toEqual(['android_update_required']);
      await change();
      return types(parent);
    };
    expect(await isToldAfter(() => limit('S')), 'switched off').toEqual([]);
    const { user_id } = await newChild(parent, 'Ben');
    const giveTo = (...users: Array<string>) => parent.call(updateDevice, { body: { device_id: agent.deviceId, users } });
    expect(await isToldAfter(() => giveTo(user_id)), 'given away').toEqual([]);
    await giveTo(id, user_id);
    expect(await isToldAfter(() => parent.call(removeUser, { query: { user_id: id } }), '6.0.1'), 'of another child alone').toEqual([]);
  });

  const chess = { bundle_id: 'com.example.chess', name: 'Chess', version: '1' };

  test('keeps a new app’s notification after a decision, but without an action until the decision is undone', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    const game = { bundle_id: 'com.example.game', name: 'Game', version: '1' };
    await agent.report('allowed', { apps: [chess] });
    await agent.report('allowed', { apps: [chess, game] });
    const isAsked = async () => (await list(parent)).map(({ type, content }) => [type, content.actionable]);
    expect(await isAsked()).toEqual([['app_installed', true]]);
    const decisions = [
      { set: { app_directives: { [game.bundle_id]: 'N' } }, back: { app_directives: { [game.bundle_id]: 'S' } } },
      { set: { app_limits: { [game.bundle_id]: 3600 } }, back: { app_limits: { [game.bundle_id]: null } } },
      { set: { uncounted_apps: { [game.bundle_id]: true } }, back: { uncounted_apps: { [game.bundle_id]: false } } },
    ];
    for (const { set, back } of decisions) {
      await parent.call(putGranularity, { body: { user_id: id, patch: set } });
      expect(await isAsked()).toEqual([['app_installed', false]]);
      await parent.call(putGranularity, { body: { user_id: id, patch: back } });
      expect(await isAsked()).toEqual([['app_installed', true]]);
    }
  });

  test('isolates right-to-left names, and adds the zone to a child’s time if it differs from the parent’s', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    const rename = async (user_name: string, time_zone: string) => {
      const user = await parent.call(listUsers, { query: { user_id: id } });
      await parent.call(updateUser, { body: { user_id: id, user_name, time_zone, updated_ts: [user].flat()[0]?.updated_ts } });
    };
    await agent.report('allowed', { apps: [chess] });
    await agent.report('allowed', { apps: [chess, { bundle_id: 'com.example.clash', name: 'كلاش 2', version: '1' }] });
    await rename('נועה', 'Asia/Tokyo');
    const [notification] = await list(parent);
    expect(notification?.content).toMatchObject({
      list_title: '\u2068كلاش 2\u2069 is new on Acme One',
      list_subtitle: '\u2068נועה\u2069',
      list_datetime: expect.stringMatching(/Monday, November 16.*9:00\sPM \(Japan Standard Time\)$/),
    });
    expect((await list(parent, 'de'))[0]?.content.list_datetime).toMatch(/21:00 \(Japan.*\)$/);
    // This zone has another name but the same clock time as the parent's.
    await rename('נועה', 'Europe/Vienna');
    expect((await list(parent))[0]?.content.list_datetime).toMatch(/1:00\sPM$/);
  });

  test('shows an unknown type of notification with general text', async () => {
    const { parent, id, now } = await newFamilyAt(MONDAY);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      const query =
        'INSERT INTO notice (id, type, subject_id, occurrence, child_id, facts_json, at, hidden) VALUES (?, ?, ?, ?, ?, ?, ?, 0)';
      sql.exec(query, 'newer', 'xyz', 's', 1, id, JSON.stringify({ type: 'xyz', what: 1 }), now);
      sql.exec(query, 'changed', 'device_not_seen', 's', 1, id, JSON.stringify({ type: 'device_not_seen', device: 'd' }), now);
    });
    for (const language of LANGUAGES) {
      const notifications = await list(parent, language);
      expect(notifications).toMatchObject([{ type: 'xyz' }, { type: 'device_not_seen' }]);
      for (const { content } of notifications) {
        expect(content).toMatchObject({
          list_title: REPORT_NOTIFICATION_TEXTS[language].other.title,
          fallback_type: 'info',
          actions: [{ href: '/my-family' }],
        });
      }
    }
    const body = [{ notif_id: 'newer', details: { hidden: true } }];
    expect(await parent.call(updateNotifications, { body })).toMatchObject([{ type: 'xyz', details: { hidden: true } }]);
  });

  test.each(LANGUAGES)('uses only known placeholders in %s', (language) => {
    const known = ['app', 'device', 'child', 'count', 'from', 'version', 'needed', 'email'];
    for (const text of Object.values(REPORT_NOTIFICATION_TEXTS[language])) {
      const gaps = Object.values(text).flatMap((pattern) => [...pattern.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
      expect(known).toEqual(expect.arrayContaining(gaps));
    }
  });
});
