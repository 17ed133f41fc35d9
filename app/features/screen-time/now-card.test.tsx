import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import zh from '#locales/zh-cn.json';
import { childStatus, command, device, child as makeChild, NOW, waitingDevice } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import { NowCard } from './now-card';
import type { OverriddenRule } from './overridden-rule';

afterEach(cleanup);

const Shown = createContext<{ status: ChildStatus; name: string; beneath?: OverriddenRule }>({ status: childStatus([]), name: '' });

function Card() {
  const { status, name, beneath } = useContext(Shown);
  const clock = useClock('Europe/Berlin', NOW);
  const child = makeChild({ name, deviceIds: ['d'] });
  return (
    <NowCard
      actions={null}
      below={null}
      overriddenRule={beneath ?? null}
      child={child}
      clock={clock}
      isSending={false}
      status={status}
      token="t"
    />
  );
}

async function show(status: ChildStatus, name = 'Mia', language = 'en', beneath?: OverriddenRule) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: language, resources: { en: { common: en }, 'zh-cn': { common: zh } } });
  const Stub = createRemixStub([{ path: '/', Component: Card }]);
  render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={{ status, name, ...(beneath && { beneath }) }}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  await screen.findByTestId('now');
  return {
    headline: screen.getByRole('heading', { level: 1 }).textContent,
    receipts: screen.getAllByTestId('receipt').map((line) => line.textContent),
  };
}

describe('NowCard', () => {
  test('shows in the headline which device confirmed and which one is pending', async () => {
    const ipad = waitingDevice({ id: 'e', name: 'iPad', lastSeenAt: NOW - 400 * 60_000 });
    const { headline, receipts } = await show(childStatus([device(), ipad]));
    expect(headline).toBe('Mia is blocked on iPhone until 07:00. iPad is offline and will update when it’s back online.');
    expect(receipts[0]).toContain('Confirmed 20:41, after 0.8 s');
    expect(receipts[1]).toContain('Offline since 14:02 (applies when it’s back online)');
    expect(screen.getByText('1 of 2 confirmed')).toBeDefined();
    // Screen readers announce changes made by other browsers or devices.
    expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-live')).toBe('polite');
  });

  test('includes a confirmed device that went offline in the number, and says that it is offline (I4)', async () => {
    const silent = device({ id: 'e', name: 'iPad', lastSeenAt: NOW - 400 * 60_000 });
    await show(childStatus([device(), silent]));
    expect(screen.getByText('2 of 2 confirmed, 1 now offline')).toBeDefined();
  });

  test('does not show a pending change as done', async () => {
    const { headline, receipts } = await show(childStatus([waitingDevice()]));
    expect(headline).toBe('Mia can still use devices. Sent: block until 07:00. Waiting for iPhone to respond.');
    expect(receipts[0]).toContain('Delivered 20:41:00, waiting for confirmation');
    expect(receipts[0]).toContain('Reported: allowed, 19:42');
  });

  test('says that an offline device applies its rules, without claiming its state (A118)', async () => {
    const alone = waitingDevice({ lastSeenAt: NOW - 40 * 60_000, command: command() });
    const { headline, receipts } = await show(childStatus([alone]));
    expect(headline).toBe(
      'Mia’s device hasn’t reported since 20:02. Scheduled: blocked until 07:00. iPhone is offline. It has these rules and applies them on its own. Last reported: allowed, 19:42.',
    );
    expect(receipts[0]).toContain('Offline since 20:02 (applies its rules offline)Scheduled: blocked. Reported: allowed, 19:42');
    expect(screen.getByText(/^Blocked by you, 20:41\. Next: /)).toBeDefined();
    cleanup();
    const two = await show(childStatus([device({ name: 'iPad' }), alone, { ...alone, id: 'f', name: 'Phone' }]));
    expect(two.headline).toBe(
      'Mia is blocked on iPad until 07:00. iPhone and Phone are offline. They have these rules and apply them on their own.',
    );
  });

  test('keeps showing a failed change, and does not name its rule as the reason for the state (A118)', async () => {
    const failed = waitingDevice({ view: 'allowed', command: command({ state: 'failed', confirmedAt: null, endedAt: NOW }) });
    const { headline } = await show(childStatus([failed]));
    expect(headline).toBe('Mia can still use devices. Sent: block until 07:00. The change failed on iPhone.');
    expect(document.querySelector('.why > p')?.textContent).toBe('Next: allowed from tomorrow at 07:00.');
  });

  test('shows the device’s error as plain text', async () => {
    const failed = device({ view: 'allowed', command: command({ state: 'failed', endedAt: NOW, error: '<b>no rights</b>' }) });
    expect((await show(childStatus([failed]))).receipts[0]).toContain('Failed 20:42. The device reported: “<b>no rights</b>”');
  });

  test('does not include a failed device in the confirmed number, even if it is in the requested state (A118)', async () => {
    const failed = command({ state: 'failed', endedAt: NOW });
    await show(childStatus([device({ command: failed }), device({ id: 'e' })]));
    expect(screen.getByText('1 of 2 confirmed')).toBeDefined();
  });

  test('mentions an earlier failure only next to the later report', async () => {
    const endedAt = NOW - 30_000;
    const recovered = device({
      applied: { state: 'blocked', at: NOW },
      command: command({ state: 'failed', endedAt, error: 'no rights' }),
    });
    expect((await show(childStatus([recovered]))).receipts[0]).toContain('Up to date at 20:42 (first attempt failed at 20:41)');
  });

  test.each([
    [NOW - 60_000, 'Unmanaged (last seen 20:41)'],
    [null, 'Unmanaged'],
  ])('shows an unmanaged device last seen at %s', async (lastSeenAt, words) => {
    await show(childStatus([device({ view: 'unmanaged', lastSeenAt })]));
    expect(document.querySelector('[data-receipt]')?.textContent).toBe(words);
  });

  test('uses singular or plural for devices without a report', async () => {
    const silent = waitingDevice({ applied: null });
    expect((await show(childStatus([silent]))).headline).toContain('Waiting for Mia’s device to report.');
    cleanup();
    expect((await show(childStatus([silent, { ...silent, id: 'e' }]))).headline).toContain('Waiting for Mia’s devices to report.');
  });

  test('joins Chinese sentences without a space', async () => {
    const { headline, receipts } = await show(childStatus([waitingDevice()]), 'Mia', 'zh-cn');
    expect(headline).toBe('目前仍允许 Mia 使用设备。已发送：锁定，直\u2060到\u00a007:00。正在等待 iPhone 回复。');
    expect(receipts[0]).toContain('20:41:00 已送达，等待确认');
  });

  test('shows the day of an override that began yesterday', async () => {
    const since = NOW - 86_400_000;
    await show(childStatus([device()], { override: { ruleId: 'r', effect: 'block', since, until: null } }));
    expect(screen.getByText(/^Blocked by you, yesterday at 20:42\. Next: /)).toBeDefined();
  });

  test.each(['<script>alert(1)</script>', '😀'.repeat(64), '{{until}} $t(actions.save)', '<said>x</said>'])(
    'shows the name %s as plain text',
    async (name) => {
      expect((await show(childStatus([device()]), name)).headline).toBe(`${name} is blocked until 07:00.`);
      expect(document.querySelector('script')).toBeNull();
    },
  );

  test('lists the active rule and rules on hold under «Why?»', async () => {
    const bedtime = {
      kind: 'default-schedule' as const,
      ruleId: 'b',
      name: 'Bedtime',
      effect: 'block' as const,
      until: Date.UTC(2026, 4, 15, 3),
    };
    await show(childStatus([device()], { overridden: [bedtime] }));
    expect(screen.getByText('Blocked by you, 20:41, until 07:00. Applies now.')).toBeDefined();
    expect(screen.getByText('Bedtime, until 05:00. On hold.')).toBeDefined();
  });

  test('shows the end of an override that matches the rules, and says that the state stays', async () => {
    const why = { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: NOW + 30 * 60_000 } as const;
    await show(
      childStatus([device({ view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW } })], {
        state: 'allowed',
        why,
        until: null,
        nextChange: null,
        override: null,
      }),
    );
    expect(screen.getByText(/until 21:12/, { selector: '.why > p' }).textContent).toMatch(/until 21:12\. Still allowed after that\.$/);
  });

  const NINE = Date.UTC(2026, 4, 14, 19);
  const SEVEN = Date.UTC(2026, 4, 15, 5);
  const bedtime: OverriddenRule['reason'] = { kind: 'default-schedule', ruleId: 'b', name: 'Bedtime', effect: 'block', until: SEVEN };
  const usedUp: OverriddenRule['reason'] = { kind: 'allowance', ruleId: null, name: null, effect: 'block', until: SEVEN };
  const pause: OverriddenRule['reason'] = { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: null };
  const SET = 'Blocked by you, 20:41';
  const NAMED = `${SET}, until 21:12. `;

  test.each<[string, number | null, number | null, OverriddenRule, string]>([
    [
      'on hold until its start',
      null,
      null,
      { kind: 'waits', reason: bedtime, from: NINE, limitSeconds: null },
      `${SET}. On hold until then: Bedtime, 21:00.`,
    ],
    [
      'on hold now',
      null,
      null,
      { kind: 'waits', reason: usedUp, from: null, limitSeconds: 3600 },
      `${SET}. On hold until then: screen time used up, until 07:00.`,
    ],
    [
      'applies after the override',
      NOW + 30 * 60_000,
      SEVEN,
      { kind: 'then', reason: bedtime, from: NOW + 30 * 60_000, limitSeconds: null },
      `${NAMED}Then: Bedtime, until 07:00.`,
    ],
    [
      'a day without screen time',
      null,
      null,
      { kind: 'waits', reason: usedUp, from: NINE, limitSeconds: 0 },
      `${SET}. On hold until then: no screen time today, 21:00.`,
    ],
    [
      'applies from the next change',
      NINE,
      NINE,
      { kind: 'then', reason: pause, from: NINE, limitSeconds: null },
      `${SET}. Next: paused from 21:00. Then: pause.`,
    ],
  ])('shows the overridden rule: %s', async (_name, until, changeAt, beneath, words) => {
    const why = { kind: 'override', ruleId: 'r', name: null, effect: 'block', until } as const;
    const nextChange = changeAt === null ? null : ({ at: changeAt, state: changeAt === NINE ? 'paused' : 'allowed' } as const);
    await show(childStatus([device()], { why, until: changeAt, nextChange }), 'Mia', 'en', beneath);
    expect(document.querySelector('.why > p')?.textContent).toBe(words);
  });

  test.each([
    ['Leo', 'Leo is using it, so Leo’s rules apply'],
    [null, 'Another child is using it, so that child’s rules apply'],
  ])('says that %s is using a device, and excludes that device from the number', async (name, words) => {
    const usedBy = { childId: 'leo', name };
    const tablet = device({
      id: 'e',
      name: 'Family tablet',
      batteryLevel: null,
      requested: 'allowed',
      applied: { state: 'allowed', at: NOW },
      usedBy,
    });
    const { headline, receipts } = await show(childStatus([device(), tablet]));
    expect(headline).toBe('Mia is blocked until 07:00.');
    expect(receipts[1]).toBe(`Family tablet${words}`);
    expect(screen.getByText('1 of 1 confirmed')).toBeDefined();
  });

  test('shows the requested state of a child whose devices others are using', async () => {
    const { headline } = await show(childStatus([device({ usedBy: { childId: 'leo', name: 'Leo' } })]));
    expect(headline).toBe('Mia isn’t using a device right now. Sent: block until 07:00.');
    expect(screen.queryByText(/confirmed$/)).toBeNull();
  });

  test('names a sibling’s rules as the reason on a device with an unknown user, and does not count that device', async () => {
    const governed = device({ id: 'e', name: 'Family tablet', batteryLevel: null, governedBy: { childId: 'ben', name: 'Ben' } });
    const free = { state: 'allowed', why: null, until: null, nextChange: null, override: null } as const;
    const why = 'Family tablet hasn’t reported who is using it, so Ben’s rules apply there.';
    const { headline, receipts } = await show(childStatus([governed], free));
    expect(headline).toBe(`${why} Sent: allow.`);
    expect(receipts[0]).toBe(
      'Family tabletBen’s rules apply here, because the device hasn’t reported who is using itReported: blocked, 20:41Who uses this device',
    );
    expect(screen.getByRole('link', { name: 'Who uses this device' }).getAttribute('href')).toBe('/manage/mia/devices?device=e');
    expect([...document.querySelectorAll('.rules li')].map(({ textContent }) => textContent)).toEqual([why]);
    expect(screen.queryByText(/confirmed$/)).toBeNull();
    cleanup();
    const open = device({ view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW } });
    expect((await show(childStatus([open, governed], free))).headline).toBe(`Mia can use devices. ${why}`);
    expect(screen.getByText('1 of 1 confirmed')).toBeDefined();
  });

  test('isolates right-to-left names from the surrounding text', async () => {
    const tablet = waitingDevice({ id: 'e', name: 'نورا 2', lastSeenAt: NOW - 400 * 60_000 });
    const { headline } = await show(childStatus([device(), tablet]), 'נועה');
    expect(headline).toContain('\u2068نورا 2\u2069 is offline');
    expect([...document.querySelectorAll('h1 bdi')].map(({ textContent }) => textContent)).toEqual(['נועה']);
  });

  test('shows a long child name in full under «Why?», and shortens a device name in the headline', async () => {
    const [name, phone] = ['Maximiliane-Alexandra von Schönberg', 'The phone of Maximiliane-Alexandra'];
    const { headline } = await show(childStatus([waitingDevice({ name: phone })]), name);
    expect(headline).toContain(name);
    expect(headline).toContain('The phone of Maximilian…');
    expect(headline).not.toContain(phone);
    expect(document.querySelector('.why details')?.textContent).toContain(name);
    expect(screen.getAllByTestId('receipt')[0]?.textContent).toContain(phone);
    cleanup();
    await show(childStatus([device()]));
    expect(document.querySelector('.why details')?.textContent).not.toContain('Mia');
  });
});
