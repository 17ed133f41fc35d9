import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language';
import { getAccount } from '#app/wire/account';
import { listDevices, removeDevice, removeUser, updateDevice } from '#app/wire/family';
import { createRule, removeRules, updateRule } from '#app/wire/rule';
import { announcedFamily, DAY, HOUR, list, MINUTE, MONDAY, NINE, types } from '#tests/clients/announced-family';
import { jumpTo, newFamilyAt, ring, switchBedtime } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { openBrowser } from '#tests/clients/socket';
import { newChild, readRows, stopClock } from '#tests/clients/worker';

const EVERY_DAY: [1, 1, 1, 1, 1, 1, 1] = [1, 1, 1, 1, 1, 1, 1];

describe('announcements', () => {
  test('announces a scheduled block once, 15 minutes before it begins, with child, rule and time (RULE-036)', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    await switchBedtime(parent, id);
    await stopClock(NINE - 15 * MINUTE - 1, parent, agent);
    const browser = await openBrowser(parent);
    browser.takeNewTypes();
    expect(await list(parent)).toEqual([]);
    await stopClock(NINE - 15 * MINUTE, parent, agent);
    expect(await browser.waitFor('notification')).toMatchObject({ user_id: id });
    const expected = [
      {
        notif_id: expect.any(String),
        type: 'upcoming_block_announce',
        notif_ts: NINE - 15 * MINUTE,
        user_id: id,
        user_ids: [id],
        device_id: null,
        bundle_id: null,
        details: { read_ts: null, shown_ts: null, hidden: false },
        content: {
          actionable: true,
          actions: [{ id: 'open', label: 'Allow more time', href: `/manage/${id}/schedule` }],
          detail_title: 'Bedtime starts at 9:00\u00a0PM for Mia',
          detail_subtitle: expect.stringMatching(/^Blocked until Tuesday, November 17.*5:00\sAM$/),
          detail_body: expect.stringContaining('“Bedtime” blocks Mia’s devices from 9:00\u00a0PM'),
          fallback_type: 'info',
          list_datetime: expect.stringMatching(/Monday, November 16.*8:45\sPM/),
          list_subtitle: expect.stringMatching(/5:00\sAM/),
          list_title: 'Bedtime starts at 9:00\u00a0PM for Mia',
          priority: 1,
        },
      },
    ];
    expect(await list(parent)).toEqual(expected);
    await stopClock(NINE - 1, parent, agent);
    await agent.report('allowed');
    await ring(parent);
    expect(await list(parent)).toEqual(expected);
    // Once the block has begun, its announcement is listed as read and not counted.
    const unread = async () => (await parent.call(getAccount)).unread_notices;
    const before = await unread();
    browser.takeNewTypes();
    for (const at of [NINE, NINE + HOUR]) {
      await stopClock(at, parent, agent);
      await agent.report('blocked');
      await ring(parent);
      const history = expected.map((notification) => ({ ...notification, details: { ...notification.details, read_ts: NINE } }));
      expect([await list(parent), await unread()]).toEqual([history, (before ?? 0) - 1]);
    }
    await browser.waitFor('notification');
    await stopClock(NINE + DAY - 15 * MINUTE, parent, agent);
    expect(await types(parent)).toEqual(['upcoming_block_announce']);
    // Old announcements are deleted.
    await stopClock(NINE + 2 * DAY, parent, agent);
    expect(await readRows(parent.accountId, `SELECT id FROM notice WHERE occurrence = ${NINE}`)).toEqual([]);
  });

  test('lists an announcement until its day and its block end, and removes its action when the block ends', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    const window = { type: 'temporal', rule_name: 'Homework', days: EVERY_DAY, suspended: false, recurring: true } as const;
    await parent.call(createRule, { query: { user_id: id }, body: { ...window, time_duration: '15:00PT120M' } });
    await parent.call(createRule, { query: { user_id: id }, body: { ...window, rule_name: 'Night', time_duration: '22:00PT600M' } });
    const [three, five, ten] = [14, 16, 21].map((hour) => Date.UTC(2026, 10, 16, hour)) as [number, number, number];
    const rows = async () =>
      (await list(parent)).map(({ content, details }) => [
        content.detail_body,
        content.actionable,
        content.actions.length,
        details.read_ts,
      ]);
    const homework = expect.stringContaining('Homework');
    await stopClock(three - 15 * MINUTE, parent, agent);
    expect(await rows()).toEqual([[expect.stringMatching(/Homework.*Need more time today\? You can add it\.$/), true, 1, null]]);
    await stopClock(five - 1, parent, agent);
    expect(await rows()).toEqual([[expect.stringMatching(/You can add it\.$/), true, 1, three]]);
    const browser = await openBrowser(parent);
    browser.takeNewTypes();
    await stopClock(five, parent, agent);
    await browser.waitFor('notification');
    expect(await rows()).toEqual([[expect.not.stringContaining('You can add it'), false, 0, three]]);
    await stopClock(ten, parent, agent);
    const night = [expect.stringContaining('Night'), true, 1, ten];
    expect(await rows()).toEqual([night, [homework, false, 0, three]]);
    // Midnight in Berlin: the day of Homework is over, the block of Night is not.
    await stopClock(Date.UTC(2026, 10, 16, 23), parent, agent);
    expect(await rows()).toEqual([night]);
    await stopClock(Date.UTC(2026, 10, 17, 7), parent, agent);
    expect(await rows()).toEqual([]);
  });

  test('writes an announcement in each of the eight languages and in no other', async () => {
    const { parent } = await announcedFamily();
    const titles = new Map<string, string>();
    for (const locale of LANGUAGES) {
      const [notification] = await list(parent, locale);
      const texts = JSON.stringify(notification?.content);
      expect(texts, locale).toMatch(/21:00|9:00\sPM|下午9:00/);
      expect(texts, locale).toContain('Mia');
      expect(texts, locale).not.toMatch(/\{\{|undefined|""/);
      titles.set(locale, notification?.content.list_title ?? '');
    }
    expect(new Set(titles.values()).size).toBe(8);
    expect(titles.get('de')).toBe('Schlafenszeit beginnt für Mia um 21:00');
    expect((await list(parent, 'de-AT'))[0]?.content.list_title).toBe(titles.get('de'));
    // An unknown language gets the account's language, English here.
    expect((await list(parent, 'sv'))[0]?.content.list_title).toBe(titles.get('en'));
  });

  test.each<[name: string, change: (family: Awaited<ReturnType<typeof announcedFamily>>) => Promise<unknown>]>([
    [
      'the schedule is suspended',
      ({ parent, rule, query }) =>
        parent.call(updateRule, { query, body: { rule_id: rule.rule_id, updated_ts: rule.updated_ts, suspended: true } }),
    ],
    [
      'tonight is skipped',
      ({ parent, rule, query }) => {
        const exceptions = [{ date: '2026-11-16', off: true }];
        return parent.call(updateRule, { query, body: { rule_id: rule.rule_id, updated_ts: rule.updated_ts, exceptions } });
      },
    ],
    [
      'a grant lasts beyond the start of the block',
      ({ parent, query }) => parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'grant', expiry: NINE + MINUTE } }),
    ],
    [
      'a block is already active',
      ({ parent, query }) => parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'block', expiry: null } }),
    ],
    ['the child is removed', ({ parent, id }) => parent.call(removeUser, { query: { user_id: id } })],
    ['the child’s device is removed', ({ parent, agent }) => parent.call(removeDevice, { body: { device_id: agent.deviceId } })],
    [
      'the child’s device is moved to another child',
      async ({ parent, agent }) => {
        const { user_id } = await newChild(parent, 'Ben');
        await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [user_id] } });
      },
    ],
    [
      'no managed device is left',
      ({ agent }) => agent.report('allowed', { events: [{ type: 'management_removed', at: NINE - 10 * MINUTE }] }),
    ],
  ])('withdraws an announcement when %s', async (_name, change) => {
    const family = await announcedFamily();
    expect(await types(family.parent)).toEqual(['upcoming_block_announce']);
    await stopClock(NINE - 10 * MINUTE, family.parent, family.agent);
    await change(family);
    expect(await list(family.parent)).toEqual([]);
    await stopClock(NINE + HOUR, family.parent, family.agent);
    expect(await list(family.parent)).toEqual([]);
  });

  test('restores the same announcement when the grant that prevented its block is removed', async () => {
    const { parent, query } = await announcedFamily();
    const [before] = await list(parent);
    const grant = await parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'grant', expiry: null } });
    expect(await list(parent)).toEqual([]);
    await parent.call(removeRules, { query: { ...query, rule_ids: grant.rule_id } });
    expect(await list(parent)).toEqual([before]);
  });

  test('updates the announcement when another schedule blocks from the same instant', async () => {
    const { parent, query, rule } = await announcedFamily();
    const window = { type: 'temporal', rule_name: 'Homework', days: [1, 1, 1, 1, 1, 1, 1], suspended: false, recurring: true } as const;
    const homework = await parent.call(createRule, { query, body: { ...window, time_duration: '21:00PT540M' } });
    const told = async () => (await list(parent)).map(({ notif_id, content }) => [notif_id, content.detail_subtitle, content.detail_body]);
    const [[id, until, body] = []] = await told();
    expect([until, body]).toEqual([expect.stringMatching(/6:00\sAM$/), expect.stringContaining('Homework')]);
    const put = { rule_id: homework.rule_id, updated_ts: homework.updated_ts, rule_name: 'Reading', time_duration: '21:00PT600M' };
    await parent.call(updateRule, { query, body: put });
    expect(await told()).toEqual([[id, expect.stringMatching(/7:00\sAM$/), expect.stringContaining('Reading')]]);
    await parent.call(removeRules, { query: { ...query, rule_ids: homework.rule_id } });
    expect(await told()).toEqual([[id, expect.stringMatching(/5:00\sAM$/), expect.stringContaining(rule.rule_name)]]);
  });

  test.each<[name: string, prepare: (parent: Parent, id: string) => Promise<unknown>]>([
    ['suspended', (parent, id) => switchBedtime(parent, id, { suspended: true })],
    ['skipped tonight', (parent, id) => switchBedtime(parent, id, { exceptions: [{ date: '2026-11-16', off: true }] })],
    [
      'already overridden by a block',
      async (parent, id) => {
        await switchBedtime(parent, id);
        await parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
      },
    ],
    [
      'without a managed device',
      async (parent, id) => {
        await switchBedtime(parent, id);
        for (const { device_id } of await parent.call(listDevices)) await parent.call(removeDevice, { body: { device_id } });
      },
    ],
  ])('announces nothing when the schedule is %s', async (_name, prepare) => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    await prepare(parent, id);
    await stopClock(NINE - 15 * MINUTE, parent);
    expect(await list(parent)).toEqual([]);
    await stopClock(NINE + HOUR, parent, agent);
    expect(await list(parent)).toEqual([]);
  });

  test('does not announce a schedule created within the last 15 minutes', async () => {
    const { parent, id, agent } = await newFamilyAt(MONDAY);
    await stopClock(NINE - 14 * MINUTE, parent, agent);
    await switchBedtime(parent, id);
    // The end of this pause makes the alarm run before nine.
    await parent.raw('POST', '/command', { command: 'pause', action: 'pause', duration: 'PT5M', user_id: id });
    await stopClock(NINE, parent, agent);
    expect(await list(parent)).toEqual([]);
  });

  test('announces only blocks that have not begun when the alarm is late', async () => {
    const late = await newFamilyAt(MONDAY);
    await switchBedtime(late.parent, late.id);
    await jumpTo(NINE - MINUTE, late.parent, late.agent);
    await ring(late.parent);
    expect(await types(late.parent)).toEqual(['upcoming_block_announce']);
    const tooLate = await newFamilyAt(MONDAY);
    await switchBedtime(tooLate.parent, tooLate.id);
    await jumpTo(NINE, tooLate.parent, tooLate.agent);
    await ring(tooLate.parent);
    expect(await list(tooLate.parent)).toEqual([]);
  });
});
