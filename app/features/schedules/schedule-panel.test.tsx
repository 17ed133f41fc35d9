import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { toClockTime } from '#app/domain/clock-window';
import { PLAIN_FORMATS } from '#app/domain/formats';
import type { Rule, Schedule } from '#app/domain/rule';
import { at, makeAllowance, makeSchedule } from '#app/domain/rule.fixture';
import { findSkippableDate, nextOccurrence, predictStatus, previewWeek, resolveWeek } from '#app/domain/week';
import { useClock } from '#app/features/shell/time/use-clock';
import { i18nOptions } from '#app/i18n';
import { formMessage } from '#app/server/form.server';
import { takeOver } from '#tests/take-over.ts';
import { textsIn } from '#tests/texts.ts';
import { ScheduleDialog } from './editor/schedule-dialog';
import { toDraft } from './editor/schedule-draft';
import { listSchedules } from './optimistic-schedules';
import { SchedulePanel, type SchedulePanelData } from './schedule-panel';
import type { ScheduleReply } from './schedule-reply.server';
import { toScheduleSentence } from './schedule-words';

afterEach(cleanup);

const ZONE = 'Europe/Berlin';
const NOW = at('2026-05-14T20:42+02:00');
const bedtime = makeSchedule('21:00PT600M', { kind: 'default-schedule', id: 'bedtime', updatedAt: 1 });
const theirs: Schedule = { ...bedtime, window: { start: 1320, minutes: 600 }, updatedAt: 2 };
const school = makeSchedule('20:30PT60M', { id: 'school', name: 'School', weekdays: [false, true, true, true, true, true, false] });

function panelOf(rules: Array<Rule>, more: Partial<SchedulePanelData> = {}, now = NOW): SchedulePanelData {
  const input = { rules, timeZone: ZONE, allowance: null, pause: null };
  const week = resolveWeek(input, now);
  return {
    childId: 'mia',
    timeZone: ZONE,
    isOtherZone: false,
    now,
    rules,
    rows: listSchedules(rules).map((schedule) => ({
      schedule,
      next: nextOccurrence(schedule, ZONE, now),
      skippable: findSkippableDate(schedule, ZONE, now),
      apps: null,
    })),
    week,
    days: week,
    plan: { isFull: false, hasApps: false, schedulesPerChild: 'unlimited' },
    editor: null,
    removing: null,
    check: null,
    daysOff: null,
    ...more,
  };
}

function editing(schedule: Schedule, rules: Array<Rule> = [schedule]): SchedulePanelData {
  const preview = previewWeek({ rules, timeZone: ZONE }, schedule, NOW);
  const draft = toDraft(schedule, []);
  return panelOf(rules, { editor: { ruleId: schedule.id, schedule, draft, preview, isLocked: false, ends: NOW, apps: null } });
}

const Shown = createContext(panelOf([]));

function Page() {
  return <SchedulePanel childName="Mia" panel={useContext(Shown)} reply={useActionData<ScheduleReply>()} token="t" />;
}

/** Renders only the dialog, without the panel that loads it. */
function OpenWindow() {
  return <ScheduleDialog back="/" childName="Mia" clock={useClock(ZONE, NOW)} panel={useContext(Shown)} reply={undefined} token="t" />;
}

/** Renders the panel with an action that answers `reply`. `bring` replaces the panel's data as a page load would. */
async function show(panel: SchedulePanelData, reply: ScheduleReply | null = null, language = 'en') {
  const i18n = createInstance();
  const common = textsIn(language);
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: language, resources: { [language]: { common } } });
  let answered = 0;
  const action = () => {
    answered += 1;
    return Response.json(reply, { status: 400 });
  };
  const Stub = createRemixStub([{ path: '/', Component: Page, action }]);
  const page = (shown: SchedulePanelData) => (
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={shown}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>
  );
  // Loads the modules first, so that a slow machine does not exceed the later timeouts.
  await Promise.all([import('./week/check-time-card'), import('./editor/schedule-dialog')]);
  const { container, rerender } = render(page(panel));
  await screen.findByTestId('week');
  // The panel loads its dialogs and the form to check a time on demand.
  await waitFor(() => expect(container.querySelector('.ask')).not.toBeNull());
  if (panel.editor !== null || panel.removing !== null) await waitFor(() => expect(container.querySelector('dialog')).not.toBeNull());
  const input = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`dialog [name="${name}"]`);
    if (found === null) throw new Error(`no field ${name}`);
    return found;
  };
  return {
    t: i18n.t,
    container,
    value: (name: string) => input(name).value,
    type: (name: string, value: string) => fireEvent.input(input(name), { target: { value } }),
    bring: (shown: SchedulePanelData) => act(() => rerender(page(shown))),
    save: async () => {
      const before = answered;
      fireEvent.click(screen.getByText('Save'));
      await waitFor(() => expect(answered).toBe(before + 1));
      // Waits until the reply is rendered.
      await waitFor(() => expect(container.querySelector('dialog [data-notice], dialog .wrong')).not.toBeNull());
    },
  };
}

function replyOf(key: string): ScheduleReply {
  const initialValue = { name: 'Bedtime', from: '19:45', to: '07:00', days: ['1'], rows: '[]' };
  return { intent: 'schedule-save', token: 't', notice: formMessage(key), lastResult: { status: 'error', initialValue, error: {} } };
}

describe('SchedulePanel', () => {
  test("keeps typed values after a stale answer, shows the other parent's schedule and submits its version next", async () => {
    const editor = await show(editing(bedtime), replyOf('error_strings.stale'));
    // The week on the page and the week in the dialog need different names.
    const names = screen
      .getAllByRole('region', { hidden: true })
      .map((region) => document.getElementById(region.getAttribute('aria-labelledby') ?? '')?.textContent);
    expect(new Set(names).size).toBe(names.length);
    editor.type('from', '19:45');
    editor.bring(editing(theirs));
    expect([editor.value('from'), editor.value('updated_at')]).toEqual(['19:45', '1']);
    await editor.save();
    expect([editor.value('from'), editor.value('updated_at')]).toEqual(['19:45', '2']);
    expect(screen.getByTestId('saved-now').textContent).toContain(' Bedtime, Every day, 22:00–08:00 next day.');
    // One note contains the message and the saved schedule, and gets the focus.
    expect(document.activeElement?.contains(screen.getByTestId('saved-now'))).toBe(true);
    expect(editor.container.querySelectorAll('dialog .note')).toHaveLength(1);
  });

  test('keeps typed values after a save without an answer, and accepts a turned-off schedule as no conflict', async () => {
    const editor = await show(editing(bedtime), { ...replyOf('error_strings.unknown_outcome'), lastResult: null });
    editor.type('from', '19:45');
    await editor.save();
    editor.bring(editing(theirs));
    expect([editor.value('from'), editor.value('updated_at')]).toEqual(['19:45', '1']);
    editor.bring(editing({ ...bedtime, suspended: true, updatedAt: 3 }));
    expect(editor.value('updated_at')).toBe('3');
  });

  test('keeps the submitted version when the form is shown again, and shows no preview for invalid input', async () => {
    const reply = replyOf('error_strings.unknown');
    const sent = { ...reply.lastResult?.initialValue, updated_at: '1' };
    // Simulates a page without script that is rendered again after somebody else has saved.
    const shown = await show(editing(theirs), { ...reply, lastResult: { status: 'error', initialValue: sent, error: {} }, preview: null });
    await shown.save();
    expect(shown.value('updated_at')).toBe('1');
    expect(screen.getByText(/Enter all times and dates to see the preview/)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Edit Bedtime', hidden: true })).toBeDefined();
  });

  test('keeps typed values of a deleted schedule and creates it again on save', async () => {
    const editor = await show(editing(school));
    editor.type('from', '19:45');
    const open = editing(school);
    editor.bring(panelOf([], { editor: open.editor && { ...open.editor, schedule: null } }));
    expect([editor.value('from'), editor.value('rule_id')]).toEqual(['19:45', '']);
    expect(screen.getByText(/This schedule was deleted/)).toBeDefined();
  });

  test('updates the preview while typing and names overlaps', async () => {
    const editor = await show(editing(school, [school, bedtime]));
    const preview = within(screen.getByTestId('preview'));
    expect(preview.getByText('Monday to Friday: School and Bedtime both block from 21:00 to 21:30.')).toBeDefined();
    editor.type('from', '19:00');
    editor.type('to', '20:00');
    await waitFor(() => expect(preview.getAllByText('19:00–20:00')).toHaveLength(5));
    expect(preview.queryByText(/both block/)).toBeNull();
  });

  test('includes input from before hydration in the preview', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: textsIn('en') } } });
    const Stub = createRemixStub([{ path: '/', Component: OpenWindow }]);
    const { container } = takeOver(
      <I18nextProvider i18n={i18n}>
        <Shown.Provider value={editing(school)}>
          <Stub />
        </Shown.Provider>
      </I18nextProvider>,
      () => fireEvent.input(screen.getByLabelText(/^From/), { target: { value: '19:00' } }),
    );
    expect(container.querySelector('[name=from]')).toHaveProperty('value', '19:00');
    await waitFor(() => expect(within(screen.getByTestId('preview')).getAllByText('19:00–21:30')).toHaveLength(5));
  });

  test('adds and removes rows of dates and includes them in the preview', async () => {
    const editor = await show(editing(bedtime));
    fireEvent.click(screen.getByText('Add a date'));
    expect(document.activeElement).toHaveProperty('name', 'ex-1-date');
    editor.type('ex-1-date', '2026-05-15');
    await waitFor(() => expect(within(screen.getByTestId('preview')).getByText('Friday: Bedtime is skipped (exception).')).toBeDefined());
    editor.type('ex-1-last', '2026-05-17');
    fireEvent.click(screen.getByText('Add a date'));
    expect(editor.value('ex-2-date')).toBe('2026-05-18');
    for (const button of screen.getAllByLabelText('Remove this date')) fireEvent.click(button);
    expect(editor.container.querySelector('[name="ex-1-date"]')).toBeNull();
    await waitFor(() => expect(within(screen.getByTestId('preview')).queryByText(/exception/)).toBeNull());
  });

  test.each([
    [bedtime, 'Every day, 21:00–07:00 next day'],
    [{ ...school, weekdays: [true, false, false, false, false, true, true] as const }, 'Friday to Sunday, 20:30–21:30'],
    [{ ...school, weekdays: [true, true, false, false, false, false, false] as const }, 'Monday and Sunday, 20:30–21:30'],
    [school, 'Monday to Friday, 20:30–21:30'],
    [{ ...school, weekdays: [false, false, false, false, false, false, false] as const }, 'Only on specific dates'],
    [makeSchedule('21:00PT1440M'), 'Every day, 21:00–21:00 next day'],
  ])('describes a schedule in words: %#', async (schedule, words) => {
    const { t } = await show(panelOf([]));
    expect(toScheduleSentence(t, 'en', schedule, { minute: toClockTime, formats: PLAIN_FORMATS })).toBe(words);
  });

  test('lists active, next, skipped and one-time schedules, and does not offer to delete Bedtime', async () => {
    const once = makeSchedule('10:00PT60M', {
      id: 'once',
      name: 'Visit',
      recurring: false,
      expiresAt: at('2026-05-17T12:00+02:00'),
      createdAt: 3,
    });
    const skipped: Schedule = { ...school, exceptions: [{ date: '2026-05-14', change: 'off' }] };
    await show(panelOf([bedtime, skipped, once]));
    const [first, second, third] = screen.getAllByTestId('window').map((row) => row.textContent);
    expect(first).toContain('Next: 21:00.');
    expect(first).not.toContain('Delete');
    expect(second).toContain('Skipped today. Next: tomorrow at 20:30.');
    expect(second).toContain('Back to normal today');
    expect(third).toContain('One time: ends Sunday at 12:00.');
  });

  test('offers to skip a Bedtime that starts after midnight on the evening before, and says when it starts', async () => {
    const late: Schedule = { ...bedtime, window: { start: 0, minutes: 390 } };
    const { container } = await show(panelOf([late, { ...late, id: 'off', exceptions: [{ date: '2026-05-15', change: 'off' }] }]));
    const [first, second] = screen.getAllByTestId('window');
    const skip = within(first as HTMLElement).getByText('Skip once (tomorrow at 00:00)');
    expect(new FormData(skip.closest('form') ?? undefined).get('date')).toBe('2026-05-15');
    expect(second?.textContent).toContain('Skipped once: tomorrow at 00:00. Next: Saturday at 00:00.');
    expect(container.querySelectorAll('[value=schedule-unskip]')).toHaveLength(1);
  });

  test('distinguishes schedules with equal names by their times, in buttons and overlaps', async () => {
    const twin: Schedule = { ...school, id: 'twin', window: { start: 1260, minutes: 60 } };
    await show(panelOf([school, twin]));
    const named = (words: string) => screen.getAllByRole('link', { name: words, hidden: true }).length;
    expect([named('Edit School (Monday to Friday, 20:30–21:30)'), named('Delete School (Monday to Friday, 21:00–22:00)')]).toEqual([1, 1]);
    expect(screen.getByTestId('week-notes').textContent).toContain(
      'School (20:30–21:30) and School (21:00–22:00) both block from 21:00 to 21:30.',
    );
  });

  test('offers usual times for Bedtime in one tap only while Bedtime is off', async () => {
    const { container } = await show(
      panelOf([
        { ...bedtime, suspended: true },
        { ...school, suspended: true },
      ]),
    );
    const buttons = [...container.querySelectorAll<HTMLButtonElement>('button[name=intent][value=schedule-bedtime]')];
    const posted = buttons.map(({ form, textContent }) => [textContent, ...[...new FormData(form ?? undefined).values()]]);
    expect(posted).toEqual([
      ['20:00–07:00', 't', 'bedtime', '1', '20:00', '07:00'],
      ['21:00–07:00', 't', 'bedtime', '1', '21:00', '07:00'],
      ['22:00–06:00', 't', 'bedtime', '1', '22:00', '06:00'],
    ]);
    cleanup();
    const { container: whenOn } = await show(panelOf([bedtime]));
    expect(whenOn.querySelector('[value=schedule-bedtime]')).toBeNull();
  });

  test('explains the clock change in its week', async () => {
    const lost: Schedule = {
      ...school,
      name: 'Walk',
      weekdays: [true, false, false, false, false, false, false],
      window: { start: 130, minutes: 40 },
    };
    await show(panelOf([bedtime, lost], {}, at('2026-03-27T12:00Z')));
    expect(screen.getByTestId('week-notes').textContent).toBe(
      'Sunday: Clocks go forward 1 h that night. Bedtime is 1 h shorter. Walk is skipped.',
    );
  });

  test.each([
    ['once', '2026-05-15', '22:00', NOW, ['At 22:00: blocked.', 'Bedtime, until 07:00. Applies now.']],
    ['skipped', '2026-03-29', '02:30', at('2026-03-27T12:00Z'), ['02:30 doesn’t exist on this day', 'At 03:00: blocked.']],
    [
      'twice',
      '2026-10-25',
      '02:30',
      at('2026-10-23T12:00Z'),
      ['02:30 happens twice on this day', 'First 02:30: blocked.', 'Second 02:30: blocked.'],
    ],
  ])('forecasts the state at a time that the clock shows %s', async (clock, date, time, now, words) => {
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const answer = predictStatus({ rules: [bedtime], timeZone: ZONE, allowance: null, pause: null }, { date, minute }, now) ?? 'passed';
    await show(panelOf([bedtime], { check: { date, time, answer, appSchedules: [] } }, now));
    const forecast = screen.getByTestId('foreseen');
    expect(forecast.dataset.clock).toBe(clock);
    for (const part of words) expect(forecast.textContent).toContain(part);
  });

  test.each([
    ['has already begun', '2026-05-14', ['At 23:00: allowed.', 'while today’s screen time lasts (45 min left now).']],
    [
      'has a limit',
      '2026-05-15',
      ['At 23:00: allowed. Next: blocked from tomorrow at 00:00.', 'while screen time lasts (15 min that day).'],
    ],
    ['has no screen time', '2026-05-16', ['At 23:00: blocked.', 'No screen time on this day, until 00:00.']],
  ])('forecasts the state on a day that %s', async (_name, date, words) => {
    const allowance = makeAllowance(0, 900, '2026-05-14', { limits: [0, 0, 0, 0, 3600, 900, 0] });
    const answer = predictStatus({ rules: [], timeZone: ZONE, allowance, pause: null }, { date, minute: 1380 }, NOW) ?? 'passed';
    await show(panelOf([], { check: { date, time: '23:00', answer, appSchedules: [] } }));
    const forecast = screen.getByTestId('foreseen').textContent;
    for (const part of words) expect(forecast).toContain(part);
    expect(forecast).not.toContain('everything');
  });

  test('offers in the morning to skip the rest of the night, and says until when', async () => {
    const morning = at('2026-05-15T06:30+02:00');
    await show(panelOf([bedtime], {}, morning));
    expect(screen.getByTestId('window').textContent).toContain('Skip the rest of tonight (until 07:00)');
    cleanup();
    await show(panelOf([{ ...bedtime, exceptions: [{ date: '2026-05-14', change: 'off' }] }], {}, morning));
    expect(screen.getByTestId('window').textContent).toContain('Skipped tonight, until 07:00. Next: 21:00.');
  });

  test('hides schedules after the first 20 under «More schedules»', async () => {
    const many = Array.from(
      { length: 23 },
      (_, index): Schedule => ({ ...school, id: `w${index}`, name: `Window ${index}`, suspended: true }),
    );
    const { container } = await show(panelOf(many));
    const fold = container.querySelector('.more-windows');
    expect(fold?.querySelector('summary')?.textContent).toBe('More schedules: 3');
    expect([fold?.hasAttribute('open'), fold?.querySelectorAll('.switch').length, container.querySelectorAll('.switch').length]).toEqual([
      false,
      3,
      23,
    ]);
  });

  test('says that equal times mean a whole day', async () => {
    await show(editing({ ...school, window: { start: 240, minutes: 1440 } }));
    expect(screen.getByTestId('preview').textContent).toContain('This schedule blocks for 24 hours, from 04:00 to 04:00 the next day.');
    cleanup();
    await show(editing(school));
    expect(screen.getByTestId('preview').textContent).not.toContain('24 hours');
  });

  test('places schedules that start at about the same time side by side', async () => {
    const twin: Schedule = { ...school, id: 'twin', name: 'Homework', window: { start: 1260, minutes: 90 } };
    const late: Schedule = { ...school, id: 'late', name: 'Late', window: { start: 1350, minutes: 60 } };
    const { container } = await show(panelOf([{ ...school, window: { start: 1230, minutes: 200 } }, twin, late]));
    const first = [...container.querySelectorAll<HTMLElement>('.week-col')][0];
    const placed = [...(first?.querySelectorAll<HTMLElement>('li[style*="--side"]') ?? [])];
    expect(placed.map(({ style }) => ['--lane', '--side', '--sides'].map((name) => style.getPropertyValue(name)))).toEqual([
      ['0', '0', '3'],
      ['0', '1', '3'],
      ['0', '2', '3'],
    ]);
  });

  test('does not say «everything» is allowed when only apps are blocked', async () => {
    const answer =
      predictStatus({ rules: [], timeZone: ZONE, allowance: null, pause: null }, { date: '2026-05-15', minute: 900 }, NOW) ?? 'passed';
    const appSchedules = [{ at: at('2026-05-15T15:00+02:00'), name: 'Homework', apps: ['Chess', 'Racer'] }];
    await show(panelOf([], { check: { date: '2026-05-15', time: '15:00', answer, appSchedules } }));
    const forecast = screen.getByTestId('foreseen').textContent ?? '';
    expect(forecast.replace(/[\u2066-\u2069]/g, '')).toContain('Homework: Blocks only Chess and Racer.');
    expect(forecast).not.toContain('everything');
  });

  test('links to the days off, says until when they last, and offers both forms in the dialog', async () => {
    const daysOff = { today: '2026-05-14', until: null, isOpen: false };
    await show(panelOf([bedtime], { daysOff }));
    expect(screen.getByRole('link', { name: 'Turn off for a few days' }).getAttribute('href')).toBe('/manage/mia/schedule?off');
    cleanup();
    const until = { date: '2026-05-20', at: at('2026-05-20T00:00+02:00') };
    await show(panelOf([bedtime], { daysOff: { ...daysOff, until, isOpen: true } }));
    expect(screen.getByText('All off through 20 May', { selector: 'a' })).toBeTruthy();
    const dialog = screen.getByRole('dialog', { hidden: true });
    const sent = [...dialog.querySelectorAll('form')].map((form) => [
      form.querySelector('[name=intent]')?.getAttribute('value'),
      new FormData(form).get('ex-1-date'),
      new FormData(form).get('ex-1-last'),
    ]);
    expect(sent).toEqual([
      ['schedules-back', '2026-05-14', '2026-05-20'],
      ['schedules-off', '2026-05-14', '2026-05-20'],
    ]);
  });

  test('shows a dialog with a link to the plan instead of the editor if the plan allows no more schedules', async () => {
    const open = editing(school);
    const editor = open.editor && { ...open.editor, ruleId: 'new', schedule: null, isLocked: true };
    await show(panelOf([bedtime], { editor, plan: { isFull: true, hasApps: false, schedulesPerChild: 1 } }));
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('Your plan includes 1 schedule per child. You’re already using it.');
    expect(dialog.querySelector('a[href="/subscription"]')).not.toBeNull();
  });

  test('shows «Nothing scheduled» if no schedule is turned on', async () => {
    await show(panelOf([{ ...bedtime, suspended: true }]));
    expect(screen.getByText('Nothing scheduled')).toBeDefined();
  });
});
