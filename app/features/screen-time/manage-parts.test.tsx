import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { Reason, StatusInput } from '#app/domain/block-status';
import { resolveDay } from '#app/domain/day';
import { at, makeAllowance, makeSchedule } from '#app/domain/rule.fixture';
import type { ChildStatus, Usage } from '#app/features/children/status/child-status';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { childStatus, command, device, child as makeChild, NOW, waitingDevice } from '#tests/child-status.ts';
import { textsIn } from '#tests/texts.ts';
import { AccessActions } from './access-actions';
import { DayStrip } from './day-strip';
import { NowCard } from './now-card';
import { UsageCard } from './usage-card';

afterEach(cleanup);

const Shown = createContext<(clock: Clock) => ReactNode>(() => null);

function Page() {
  return useContext(Shown)(useClock('Europe/Berlin', NOW));
}

async function show(content: (clock: Clock) => ReactNode, language = 'en') {
  const i18n = createInstance();
  const common = textsIn(language);
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: language, resources: { [language]: { common } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={content}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  await expect.poll(() => container.childElementCount).toBeGreaterThan(0);
  return container;
}

const bedtime = makeSchedule('21:00PT600M', { kind: 'default-schedule', id: 'bedtime' });
const school = makeSchedule('08:00PT420M', { id: 'school', name: 'School' });
const pause: Reason = { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: NOW + 30 * 60_000 };
const free: Partial<ChildStatus> = {
  state: 'allowed',
  why: null,
  overridden: [],
  until: null,
  nextChange: null,
  view: 'allowed',
  override: null,
};
const paused: Partial<ChildStatus> = { ...free, state: 'paused', why: pause, until: pause.until, view: 'paused' };

const running: Pick<Usage, 'requested' | 'applied' | 'byDevice' | 'asOf'> = { requested: 'play', applied: 'all', byDevice: [], asOf: null };

function dayOf(change: Partial<StatusInput>, now = NOW) {
  return resolveDay({ rules: [], timeZone: 'Europe/Berlin', allowance: null, pause: null, ...change }, now);
}

function places(container: HTMLElement, selector: string): Array<string> {
  return [...container.querySelectorAll<HTMLElement>(selector)].map(
    ({ style }) => `${style.getPropertyValue('--from')} ${style.getPropertyValue('--to')}`,
  );
}

describe('manage parts', () => {
  test('DayStrip draws planned and active stretches and describes them in sentences', async () => {
    const day = dayOf({ rules: [bedtime, school], pause: { until: pause.until } });
    const status = childStatus([device({ view: 'paused', requested: 'paused' })], {
      ...paused,
      nextChange: { at: at('2026-05-14T21:00+02:00'), state: 'blocked' },
    });
    const hatched = day.current && { ...day.current, view: day.current.state };
    const container = await show((clock) => <DayStrip clock={clock} day={day} highlighted={hatched} status={status} />);
    expect(places(container, '[data-planned]')).toEqual(['0 7', '8 15', '21 24']);
    expect(places(container, '.strip-force')).toEqual(['20.7 21']);
    expect(places(container, '.strip-now')).toEqual(['20.7 20.7']);
    expect(places(container, '.strip-hours span')).toEqual(['0 0', '6 6', '12 12', '18 18', '24 24']);
    expect(
      within(screen.getByTestId('day'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Bedtime, scheduled 00:00–07:00.',
      'School, scheduled 08:00–15:00.',
      'Bedtime, scheduled 21:00–24:00.',
      '20:42–21:00: paused. Paused by you.',
      '21:00–24:00: blocked. Bedtime.',
    ]);
    expect(screen.getByRole('heading').textContent).toBe('Today Thursday, 14 May');
    // Only the top of the page shows the next change.
    expect(container.textContent).not.toMatch(/Next: /);
  });

  test('DayStrip says «no screen time», not «used up», for a day without screen time', async () => {
    const usage = { limitSeconds: 0, usedSeconds: 0, remainingSeconds: 0, devicesInUse: [], ...running };
    const day = dayOf({ rules: [bedtime], allowance: makeAllowance(0, 0, '2026-05-14') });
    const status = childStatus([device()], { usage });
    const container = await show((clock) => <DayStrip clock={clock} day={day} highlighted={null} status={status} />);
    expect(container.textContent).toContain('20:42–21:00: blocked. No screen time on this day.');
  });

  test('DayStrip places the hours by the clock on a 25-hour day', async () => {
    const day = dayOf({ rules: [bedtime] }, at('2026-10-25T12:00+01:00'));
    const container = await show((clock) => <DayStrip clock={clock} day={day} highlighted={null} status={childStatus([], free)} />);
    expect(places(container, '.strip-hours span')).toEqual(['0 0', '6.72 6.72', '12.48 12.48', '18.24 18.24', '24 24']);
    expect(places(container, '[data-planned]')).toEqual(['0 7.68', '21.12 24']);
  });

  test('UsageCard shows used and remaining time, whether time is counting, and on which device', async () => {
    const usage = { limitSeconds: 7200, usedSeconds: 4259, remainingSeconds: 2941, devicesInUse: ['d'], ...running };
    const container = await show((clock) => <UsageCard clock={clock} status={childStatus([device()], free)} usage={usage} />);
    expect(container.textContent).toContain('1 h 10 min of 2 h');
    // Used and remaining time add up to two hours.
    expect(container.textContent).toContain('50 min left');
    expect(container.textContent).toContain('Counting now. In use: iPhone.');
    expect(container.querySelector('progress')?.value).toBe(4259);
  });

  test('UsageCard shows the time of a report that is minutes old', async () => {
    const usage = { limitSeconds: 7200, usedSeconds: 4259, remainingSeconds: 2941, devicesInUse: ['d'], ...running };
    for (const [agoMs, text] of [
      [60_000, ''],
      [4 * 60_000, 'In use: iPhone.As of 20:38'],
    ] as const) {
      await show((clock) => <UsageCard clock={clock} status={childStatus([device()], free)} usage={{ ...usage, asOf: NOW - agoMs }} />);
      const usageText = screen.getByTestId('usage').textContent ?? '';
      expect(usageText).toContain(text);
      expect(usageText.includes('As of')).toBe(text !== '');
      cleanup();
    }
  });

  test('UsageCard says «no screen time», not «used up», when the limit is 0', async () => {
    const usage = { limitSeconds: 0, usedSeconds: 0, remainingSeconds: 0, devicesInUse: [], ...running };
    const why: Reason = { kind: 'allowance', ruleId: null, name: null, effect: 'block', until: null };
    await show((clock) => <UsageCard clock={clock} status={childStatus([device()], { why })} usage={usage} />);
    const usageText = screen.getByTestId('usage').textContent;
    expect(usageText).toContain('No screen time on this day.');
    expect(usageText).not.toMatch(/0 min|Used up/);
  });

  test('UsageCard says that time is counting until a device confirms the block', async () => {
    const usage = { limitSeconds: 7200, usedSeconds: 60, remainingSeconds: 7140, devicesInUse: ['d'], ...running };
    const status = childStatus([waitingDevice()], { view: 'pending' });
    await show((clock) => <UsageCard clock={clock} status={status} usage={usage} />);
    expect(screen.getByTestId('usage').textContent).toContain('Counting now. In use: iPhone.');
    cleanup();
    await show((clock) => <UsageCard clock={clock} status={childStatus([device()])} usage={{ ...usage, devicesInUse: [] }} />);
    expect(screen.getByTestId('usage').textContent).toContain('Not counting while blocked. No device is in use.');
    cleanup();
    const failed = device({ view: 'allowed', applied: { state: 'allowed', at: NOW }, command: command({ state: 'failed' }) });
    await show((clock) => <UsageCard clock={clock} status={childStatus([failed])} usage={usage} />);
    expect(screen.getByTestId('usage').textContent).toContain('Counting now. In use: iPhone.');
  });

  test.each([
    ['in use', { devicesInUse: ['d'] }, device({ view: 'allowed' }), 'Not counting, because you allowed access. In use: iPhone.'],
    ['not in use', {}, device({ view: 'allowed' }), 'Not counting, because you allowed access. No device is in use.'],
    ['the device has not confirmed the override', { devicesInUse: ['d'] }, device({ view: 'pending' }), 'Counting now. In use: iPhone.'],
    [
      'used up',
      { usedSeconds: 7200, remainingSeconds: 0, devicesInUse: ['d'] },
      device({ view: 'allowed' }),
      'Used up for today. Not counting, because you allowed access. In use: iPhone.',
    ],
  ])('UsageCard says whether time allowed by an override is counted: %s', async (_name, change, one, text) => {
    const usage = { limitSeconds: 7200, usedSeconds: 60, remainingSeconds: 7140, devicesInUse: [], ...running, ...change };
    const why = { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: NOW + 3_600_000 } as const;
    const status = childStatus([one], { ...free, why, view: one.view });
    await show((clock) => <UsageCard clock={clock} status={status} usage={usage} />);
    expect(screen.getByTestId('usage').textContent).toContain(text);
  });

  test('UsageCard shows unused and used-up screen time', async () => {
    const usage = { limitSeconds: 3600, usedSeconds: 0, remainingSeconds: 3600, devicesInUse: [], ...running };
    await show((clock) => <UsageCard clock={clock} status={childStatus([device()], free)} usage={usage} />);
    expect(screen.getByTestId('usage').textContent).toContain('0 min of 1 h');
    expect(screen.getByTestId('usage').textContent).toContain('No device is in use.');
    expect(screen.getByTestId('usage').textContent).not.toContain('Counting');
    cleanup();
    const gone = { ...usage, usedSeconds: 3600, remainingSeconds: 0 };
    await show((clock) => <UsageCard clock={clock} status={childStatus([device()], free)} usage={gone} />);
    expect(screen.getByTestId('usage').dataset.display).toBe('expired');
  });

  function actionsOf(status: ChildStatus, pauseHint: string | null = null) {
    return show((clock) => (
      <AccessActions canObey clock={clock} isBusy={false} morning={NOW + 36_000_000} pauseHint={pauseHint} status={status} token="t" />
    ));
  }

  const values = (container: HTMLElement, selector: string) =>
    [...container.querySelectorAll<HTMLButtonElement>(selector)].map(({ value }) => value.replace(/\d{13}/, 'N'));

  const bedtimeSoon = { at: at('2026-05-14T21:00+02:00'), state: 'blocked' } as const;
  const usedUp: Reason = { kind: 'allowance', ruleId: null, name: null, effect: 'block', until: null };
  const asleep: Reason = { kind: 'default-schedule', ruleId: 'b', name: 'Bedtime', effect: 'block', until: null };
  const hour: Usage = { limitSeconds: 3600, usedSeconds: 0, remainingSeconds: 3600, devicesInUse: [], ...running };

  test.each<[string, Partial<ChildStatus>, Array<string>]>([
    ['allowed', free, ['block-open', 'pause-open']],
    ['allowed, Bedtime soon', { ...free, nextChange: bedtimeSoon }, ['block-open', 'allow-until-N', 'pause-open']],
    ['allowed, with a daily limit', { ...free, usage: hour, nextChange: bedtimeSoon }, ['block-open', 'extra-30m', 'pause-open']],
    [
      'allowed by an override',
      { ...free, override: { ruleId: 'r', effect: 'grant', since: 1, until: null } },
      ['lift', 'block-open', 'pause-open'],
    ],
    ['paused', paused, ['resume', 'allow-20m', 'block-open']],
    ['blocked by Bedtime', { ...free, state: 'blocked', why: asleep }, ['allow-20m', 'allow-1h']],
    ['blocked by the daily limit', { ...free, state: 'blocked', why: usedUp, usage: hour }, ['extra-30m', 'allow-20m', 'allow-1h']],
    [
      'blocked by an override',
      { ...free, state: 'blocked', override: { ruleId: 'r', effect: 'block', since: 1, until: null } },
      ['allow-20m', 'allow-1h', 'lift'],
    ],
  ])('AccessActions shows likely actions first and the others under «More»: %s', async (_name, change, row) => {
    const container = await actionsOf(childStatus([device()], change));
    expect(values(container, '.actions > form > .button')).toEqual(row);
    const behind = values(container, '.pop button');
    // No button appears twice, and none is missing.
    const buttons = [...container.querySelectorAll<HTMLButtonElement>('.actions button')].map(({ value }) => value);
    expect(new Set(buttons).size).toBe(buttons.length);
    const all = [...row, ...behind];
    expect(all).toEqual(
      expect.arrayContaining([
        'allow-20m',
        'allow-30m',
        'allow-open',
        'pause-15m',
        'pause-open',
        'block-30m',
        'block-until-N',
        'block-open',
        'allow-span',
        'pause-span',
        'block-span',
      ]),
    );
    expect(all.includes('extra-15m')).toBe(change.usage !== undefined);
  });

  test('AccessActions does not offer to allow until the time when the current override ends', async () => {
    const override = { ruleId: 'r', effect: 'grant', since: 1, until: NOW + 3_600_000 } as const;
    const behind = async (end: number) => {
      cleanup();
      const container = await actionsOf(childStatus([device()], { ...free, override, nextChange: { at: end, state: 'blocked' } }));
      return values(container, '.pop button').includes('allow-until-N');
    };
    expect(await behind(override.until)).toBe(false);
    expect(await behind(override.until - 1)).toBe(true);
  });

  test.each<[string, Partial<ChildStatus>, Array<string>]>([
    ['allowed', { ...free, nextChange: bedtimeSoon }, ['Block', 'Pause']],
    ['more than a day ahead, too long for a pause', { ...free, nextChange: { at: NOW + 90_000_000, state: 'blocked' } }, ['Block']],
    ['the next morning, offered once', { ...free, nextChange: { at: NOW + 36_000_000, state: 'blocked' } }, ['Block', 'Pause']],
    ['already blocked', { ...free, state: 'blocked', why: asleep, nextChange: { at: NOW + 3_600_000, state: 'allowed' } }, []],
  ])('AccessActions offers block and pause until the next change: %s', async (_name, change, expected) => {
    const container = await actionsOf(childStatus([device()], change));
    const { nextChange } = childStatus([device()], change);
    const values = ['block', 'pause'].map((kind) => `${kind}-until-${nextChange?.at}`);
    const legends = [...container.querySelectorAll<HTMLFieldSetElement>('.more-group')].filter((group) => {
      const found = [...group.querySelectorAll('button')].filter(({ value }) => values.includes(value));
      expect(found.length).toBeLessThan(2);
      return found.length === 1;
    });
    expect(legends.map((group) => group.querySelector('legend')?.textContent).sort()).toEqual(expected);
  });

  test('AccessActions labels the button for 30 minutes more before Bedtime with the end time', async () => {
    await actionsOf(childStatus([device()], { ...free, nextChange: bedtimeSoon }));
    expect(screen.getByRole('button', { name: 'Allow until 21:30' })).toBeDefined();
  });

  test('AccessActions opens the menu and shows an invalid custom time at its field', async () => {
    const reply: FormReply = {
      intent: 'pause-span',
      token: 't',
      notice: null,
      lastResult: { status: 'error', initialValue: { minutes: '25 h' }, error: { minutes: ['minutes_out_of_range'] } },
    };
    const container = await show((clock) => (
      <AccessActions
        canObey
        clock={clock}
        isBusy={false}
        morning={NOW + 36_000_000}
        pauseHint={null}
        reply={reply}
        status={childStatus([device()], free)}
        token="t"
      />
    ));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Custom time' });
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['25 h', 'true']);
    expect(container.querySelector('details')?.open).toBe(true);
  });

  test('AccessActions offers resume under «More» during an allow override, and unblock in one tap during a block', async () => {
    const grant = { ruleId: 'r', effect: 'grant', since: 1, until: null } as const;
    const why: Reason = { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: null };
    let container = await actionsOf(childStatus([device()], { ...free, why, overridden: [pause], override: grant }));
    expect(values(container, '.pop button').filter((value) => value === 'resume')).toEqual(['resume']);
    cleanup();
    container = await actionsOf(childStatus([device()], { ...free, state: 'blocked', override: { ...grant, effect: 'block' } }));
    expect(values(container, '.actions > form > .button')).toContain('lift');
    expect(container.querySelector<HTMLInputElement>('[name=rule_id]')?.value).toBe('r');
  });

  test('AccessActions shows next to the pause choices that a pause uses up a block', async () => {
    const container = await actionsOf(childStatus([device()], free), 'A pause counts.');
    expect(container.querySelector('.pop .hint')?.textContent).toBe('A pause counts.');
  });

  test.each([
    ['en', 'Mia’s devices are paused until 21:12.', 'Paused by you, until you resume. Applies now.'],
    ['de', 'Die Geräte von Mia sind bis 21:12 pausiert.', 'Von Ihnen pausiert, bis Sie die Pause beenden. Diese Regel gilt.'],
    ['es', 'Acceso en pausa para Mia hasta las 21:12.', 'Puesto en pausa por ti, hasta que lo reanudes. Se aplica ahora.'],
    [
      'fr',
      'Accès en pause pour Mia jusqu’à 21:12.',
      'Mis en pause par vous, jusqu’à ce que vous repreniez. C’est cette règle qui s’applique.',
    ],
    ['nl', 'De apparaten van Mia zijn gepauzeerd tot 21:12.', 'Door jou gepauzeerd, tot je hervat. Deze regel geldt.'],
    ['pt-br', 'Acesso em pausa para Mia até as 21:12.', 'Pausado por você, até você retomar. Vale agora.'],
    ['zh-cn', 'Mia 的设备已暂停，直\u2060到\u00a021:12。', '您已暂停，直到您结束暂停为止。现在生效。'],
    ['zh-tw', 'Mia 的裝置已暫停，直\u2060到\u00a021:12。', '您已暫停，直到您結束暫停為止。現在生效。'],
  ])('NowCard shows a pause in %s, with and without an end', async (language, headline, rule) => {
    const following = { view: 'paused', requested: 'paused', applied: { state: 'paused', at: NOW } } as const;
    const child = makeChild({ deviceIds: ['d'] });
    const cardOf = (status: ChildStatus) => (clock: Clock) => (
      <NowCard actions={null} below={null} child={child} clock={clock} isSending={false} status={status} token="t" />
    );
    await show(cardOf(childStatus([device(following)], paused)), language);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(headline);
    cleanup();
    const container = await show(
      cardOf(childStatus([device(following)], { ...paused, why: { ...pause, until: null }, until: null })),
      language,
    );
    expect(container.querySelector('.rules li')?.textContent).toBe(rule);
  });

  test('NowCard shows a pause’s own end when a schedule starts earlier', async () => {
    const nextChange = { at: at('2026-05-14T21:00+02:00'), state: 'blocked' } as const;
    const child = makeChild({ deviceIds: ['d'] });
    const status = childStatus([device({ view: 'pending', requested: 'paused' })], { ...paused, until: nextChange.at, nextChange });
    const container = await show((clock) => (
      <NowCard actions={null} below={null} child={child} clock={clock} isSending={false} status={status} token="t" />
    ));
    // No device has confirmed the pause, so its reason is shown only under «Why?».
    expect(container.querySelector('.why > p')?.textContent).toBe('Next: blocked from 21:00.');
    expect(container.querySelector('.rules li')?.textContent).toContain('Paused by you, until 21:12.');
    // DEV-042: shows the command that was sent to the device.
    expect(container.querySelector('.device-said')?.textContent).toBe('Sent: pause. Reported: blocked, 20:41');
  });
});
