import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { childStatus, device, child as makeChild, NOW } from '#tests/child-status.ts';
import { takeOver } from '#tests/take-over.ts';
import { english as en } from '#tests/texts.ts';
import type { AllowanceData } from './allowance.server';
import { AllowancePanel } from './allowance-panel';

afterEach(cleanup);

const HOUR = 3600;
const week = Array.from({ length: 7 }, () => HOUR);
const child = makeChild({ allowance: { isOn: true, isSet: true, seconds: week, extra: null }, updatedAt: 5 });
const usage = {
  limitSeconds: HOUR,
  usedSeconds: HOUR,
  remainingSeconds: 0,
  devicesInUse: [],
  asOf: null,
  byDevice: [{ deviceId: 'd', seconds: HOUR }],
  requested: 'play' as const,
  applied: 'all' as const,
};
const until = Date.UTC(2026, 4, 14, 22);
const REASON = { kind: 'allowance', ruleId: null, name: null, effect: 'block', until } as const;
const usedUp = childStatus([device()], { usage, until, why: REASON, override: null });
const plain: NonNullable<AllowanceData> = {
  isFirstTime: false,
  apps: [],
  behind: [],
  today: { date: '2026-05-14', weekday: 4, extraSeconds: 0 },
};
const page = { child, status: usedUp, now: NOW, formToken: 't', parentZone: 'Europe/Berlin' };

type Props = Parameters<typeof AllowancePanel>[0];
const Shown = createContext<Props>({ page, data: plain, reply: undefined });

function Panel() {
  return <AllowancePanel {...useContext(Shown)} />;
}

async function show(change: Partial<Props> = {}, typeEarly?: () => void) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Panel }]);
  const at = (props: Partial<Props>) => (
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={{ page, data: plain, reply: undefined, ...props }}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>
  );
  const { rerender, container } = typeEarly === undefined ? render(at(change)) : takeOver(at(change), typeEarly);
  await expect.poll(() => container.querySelector('section')).not.toBeNull();
  return { container, again: (props: Partial<Props>) => rerender(at(props)) };
}

const field = (name: string, form: Document | HTMLFormElement | null = document) =>
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;

describe('AllowancePanel', () => {
  test('shows that time is used up, when the block ends, and the child’s zone if it differs', async () => {
    await show({ page: { ...page, parentZone: 'America/New_York' } });
    expect(screen.getByText('Used up for today. Blocked until 00:00.')).toBeDefined();
    expect(screen.getByText(/until midnight \(Central European Time\)/)).toBeDefined();
  });

  const NEVER = { ...usedUp, until: null, why: { ...REASON, until: null } };
  const PAUSED = { ...usedUp, why: { ...REASON, kind: 'pause' as const, until: null } };
  test.each([
    ['no time on any day', NEVER, 0, 'No screen time on this day.'],
    ['no time today', usedUp, 0, 'No screen time on this day, until 00:00.'],
    ['used-up bonus time and no time on any day', NEVER, 600, 'Screen time is used up.'],
    ['no time today and a pause', PAUSED, 0, 'No screen time today. Another rule applies right now; this one is on hold.'],
  ])(
    'with %s, shows «used up» only if there was screen time, and an end only if there is one',
    async (_name, status, limitSeconds, expected) => {
      await show({ page: { ...page, status: { ...status, usage: { ...usage, limitSeconds } } } });
      expect(screen.getByText(expected)).toBeDefined();
    },
  );

  test('shows the remove button when bonus time leaves the day without a limit (ALLOW-014)', async () => {
    await show({
      page: { ...page, status: { ...usedUp, why: null, usage: null } },
      data: { ...plain, today: { ...plain.today, extraSeconds: 1400 * 60 } },
    });
    expect(screen.getByText('23 h 20 min bonus time today')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove bonus time' })).toBeDefined();
  });

  test('shows a link to the plans instead of the controls if the plan has no daily limit (ALLOW-022)', async () => {
    await show({ data: null });
    expect(screen.getByRole('link').getAttribute('href')).toBe('/subscription');
    expect(document.querySelector('input, [role=switch]')).toBeNull();
  });

  test('shows an error and the typed text at each invalid field', async () => {
    const typed = ['60', '-5', '25 h', '60', '60', '1500', '60'];
    const fault = ['allowance_out_of_range'];
    const reply: FormReply = {
      intent: 'allowance-save',
      token: 't',
      notice: null,
      lastResult: {
        status: 'error',
        initialValue: { week: typed },
        error: { 'allowance[1]': fault, 'allowance[2]': fault, 'allowance[5]': fault },
      },
    };
    await show({ reply });
    expect([1, 2, 5].map((day) => field(`allowance[${day}]`)?.value)).toEqual(['-5', '25 h', '1500']);
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3);
    expect(document.querySelectorAll('.wrong')).toHaveLength(3);
  });

  const typeTuesday = () => {
    const tuesday = field('allowance[2]');
    if (tuesday === null) throw new Error('There is no Tuesday');
    fireEvent.change(tuesday, { target: { value: '45' } });
  };

  test.each([
    ['types', false, '45', typeTuesday],
    ['typed before hydration', true, '45', typeTuesday],
    [
      'used the same limit every day',
      false,
      '60',
      () => fireEvent.click(screen.getByRole('button', { name: 'Use today’s limit every day' })),
    ],
  ])('for a parent who %s, keeps the loaded version until the conflict is shown', async (_name, isEarly, typed, edit) => {
    const { again } = await show({}, isEarly ? edit : undefined);
    if (!isEarly) edit();
    // The parent's own bonus time does not change the limits, so there is no conflict.
    const extra = { ...child, updatedAt: 6 };
    again({ page: { ...page, child: extra } });
    const version = () => field('updated_at', field('allowance[2]')?.form ?? null)?.value;
    expect(version()).toBe('6');
    const others = { ...child, updatedAt: 7, allowance: { ...child.allowance, seconds: week.map(() => 600) } };
    again({ page: { ...page, child: others } });
    expect([version(), field('allowance[2]')?.value, field('opened')?.value]).toEqual(['5', typed, week.join()]);
    const notice = { key: 'error_strings.stale_now', params: { now: 'Tue 10 min' }, link: null };
    again({ page: { ...page, child: others }, reply: { intent: 'allowance-save', token: 't', notice, lastResult: null } });
    expect([version(), field('allowance[2]')?.value, field('opened')?.value]).toEqual(['7', typed, others.allowance.seconds.join()]);
  });

  test('with script, shows the welcome as a dialog until it is closed', async () => {
    const { again } = await show({ data: { ...plain, isFirstTime: true } });
    expect(screen.getByRole('dialog')).toBeDefined();
    again({ data: plain });
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('removes bonus time in one tap, names the required app version, and checks the boxes of uncounted apps (ALLOW-025)', async () => {
    const app = { bundleId: 'a', name: 'Reader', usedSeconds: 600, isCounted: false };
    await show({
      data: {
        ...plain,
        today: { ...plain.today, extraSeconds: 1800 },
        behind: [{ id: 'd', name: 'Old phone', support: { kind: 'needs_app', version: '4.2' } }],
        apps: [app, { ...app, bundleId: 'b', name: 'Game', isCounted: true }],
      },
    });
    expect(screen.getByText('30 min bonus time today')).toBeDefined();
    const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove bonus time' }).form;
    expect(form && Object.fromEntries(new FormData(form))).toMatchObject({ date: '2026-05-14', seconds: '1800' });
    expect(document.querySelector('[data-support=needs_app]')?.textContent).toContain('Update the child app there to version 4.2 or later');
    expect(screen.getByText(/Not counted: .*Reader/)).toBeDefined();
    expect([...document.querySelectorAll<HTMLInputElement>('[name=uncounted]')].map(({ value, checked }) => [value, checked])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('stops updating the boxes once the parent changes one (A122)', async () => {
    const app = { bundleId: 'a', name: 'Reader', usedSeconds: null, isCounted: true };
    const game = { bundleId: 'b', name: 'Game', usedSeconds: null, isCounted: true };
    const { again } = await show({ data: { ...plain, apps: [app, game] } });
    const posted = () => {
      const data = new FormData(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Reader', hidden: true }).form ?? undefined);
      return [data.getAll('was'), data.getAll('uncounted')];
    };
    again({ data: { ...plain, apps: [app, { ...game, isCounted: false }] } });
    expect(posted(), 'untouched they follow').toEqual([['b'], ['b']]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Reader', hidden: true }));
    again({ data: { ...plain, apps: [app, game] } });
    expect(posted()).toEqual([['b'], ['a', 'b']]);
  });
});
