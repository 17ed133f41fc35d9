import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { findDefault, RESTRICTIONS } from '#app/domain/restrictions';
import { PendingTaps } from '#app/features/shell/forms/pending-taps';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { child, NOW } from '#tests/child-status.ts';
import { takeOver } from '#tests/take-over.ts';
import { english as en } from '#tests/texts.ts';
import type { AppRow } from './app-rules/app-list';
import type { AppDetails, AppRules } from './app-rules/app-rules.server';
import { AppRulesPanel } from './app-rules/app-rules-panel';
import type { Restrictions, RestrictionTable } from './restrictions/restrictions.server';
import { RestrictionsPanel } from './restrictions/restrictions-panel';
import type { WebFilterPanelData } from './web-filter/web-filter.server';
import { WebFilterPanel } from './web-filter/web-filter-panel';

afterEach(cleanup);

const page = { child: child(), now: NOW, formToken: 't' };

const Panel = createContext<ReactNode>(null);

function Shown() {
  return useContext(Panel);
}

/** Renders a panel. Records its requests in `posted`; they stay pending until `answer` is called. */
async function show(panel: ReactNode, typeEarly?: () => void) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const posted: Array<Record<string, string>> = [];
  let answer: (reply?: FormReply) => void = () => {};
  const held = new Promise<FormReply | null>((resolve) => {
    answer = (reply) => resolve(reply ?? null);
  });
  const action = async ({ request }: { request: Request }) => {
    posted.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])));
    return held;
  };
  const Stub = createRemixStub([{ path: '/', Component: Shown, action }]);
  const tree = (shown: ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <Panel.Provider value={shown}>
        <Stub />
      </Panel.Provider>
    </I18nextProvider>
  );
  const { rerender } = typeEarly === undefined ? render(tree(panel)) : takeOver(tree(panel), typeEarly);
  await screen.findAllByRole('heading');
  return { posted, answer, change: (next: ReactNode) => rerender(tree(next)) };
}

const row = (title: string, change: Partial<AppRow> = {}): AppRow => ({
  bundleId: `com.example.${title.toLowerCase()}`,
  title,
  logo: null,
  directive: 'S',
  access: { isUsable: true, why: null, until: null, schedule: null },
  usedSeconds: null,
  limitSeconds: null,
  schedules: [],
  firstSeenAt: NOW,
  isNew: false,
  behind: [],
  isConfirmed: true,
  ...change,
});

const rules = (change: Partial<AppRules> = {}): AppRules => ({
  rows: [],
  sort: 'alphabetical',
  search: '',
  view: 'details',
  opened: null,
  isLocked: false,
  isKept: false,
  isScheduleLocked: false,
  behind: [],
  hasDevice: true,
  ...change,
});

const showApps = (change: Partial<AppRules>, reply?: FormReply) => show(<AppRulesPanel data={rules(change)} page={page} reply={reply} />);
const pressed = (title: string) =>
  within(screen.getByRole('group', { name: title }))
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent)
    .join();

const HALF_PAST_NINE = Date.UTC(2026, 4, 14, 19, 30);

/** The web filter panel with the reply to its form, as its page renders it. */
function Answered({ data }: { data: WebFilterPanelData }) {
  return <WebFilterPanel data={data} page={page} reply={useActionData<FormReply>()} />;
}

describe('apps panels', () => {
  test.each<[string, Partial<AppRow>]>([
    ['Available now.', {}],
    [
      'Always allowed. 34 min today.',
      { directive: 'A', access: { isUsable: true, why: 'always', until: null, schedule: null }, usedSeconds: 2099 },
    ],
    ['Always blocked.', { directive: 'N', access: { isUsable: false, why: 'never', until: null, schedule: null } }],
    [
      'Blocked with the whole device until 21:30. 0 min of 1 h today.',
      { access: { isUsable: false, why: 'device', until: HALF_PAST_NINE, schedule: null }, usedSeconds: 59, limitSeconds: 3600 },
    ],
    ['Blocked with the whole device.', { access: { isUsable: false, why: 'device', until: null, schedule: null } }],
    [
      'Available until 21:30: you allowed the device.',
      { access: { isUsable: true, why: 'device', until: HALF_PAST_NINE, schedule: null } },
    ],
    [
      'Blocked by Homework until 21:30. App schedules: Homework.',
      { access: { isUsable: false, why: 'schedule', until: HALF_PAST_NINE, schedule: 'Homework' }, schedules: ['Homework'] },
    ],
    [
      'Today’s time is used up. 1 h of 1 h today.',
      { access: { isUsable: false, why: 'limit', until: HALF_PAST_NINE, schedule: null }, usedSeconds: 3600, limitSeconds: 3600 },
    ],
  ])('shows the current access and the reason in a row: %s (APPS-006 to APPS-008)', async (text, change) => {
    await showApps({ rows: [row('Chess', change)] });
    expect(screen.getByText(text)).toBeDefined();
  });

  test('applies a search and sort order entered before hydration', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const asked: Array<string> = [];
    const loader = ({ request }: { request: Request }) => {
      asked.push(new URL(request.url).search);
      return null;
    };
    const Stub = createRemixStub([{ id: 'page', path: '/', Component: Shown, loader }]);
    const tree = (
      <I18nextProvider i18n={i18n}>
        <Panel.Provider value={<AppRulesPanel data={rules({ rows: [row('Chess'), row('Video')] })} page={page} reply={undefined} />}>
          <Stub hydrationData={{ loaderData: { page: null } }} />
        </Panel.Provider>
      </I18nextProvider>
    );
    takeOver(tree, () => {
      fireEvent.change(screen.getByLabelText(en.apps.sort), { target: { value: 'rule' } });
      fireEvent.input(screen.getByLabelText(en.apps.search), { target: { value: 'vid' } });
    });
    await waitFor(() => expect(asked).toEqual(['?q=vid&sort=rule']));
    await waitFor(() => expect(screen.queryByText('Chess')).toBeNull());
  });

  test('shows a tap immediately and restores the previous rule if it was not saved (APPS-013, RT-033)', async () => {
    const { posted, answer } = await showApps({ rows: [row('Chess'), row('Video')] });
    fireEvent.click(within(screen.getByRole('group', { name: 'Video' })).getByRole('button', { name: 'Never allowed' }));
    await waitFor(() => expect(pressed('Video')).toBe('Never allowed'));
    expect(pressed('Chess')).toBe('By schedule');
    expect(screen.getByText('Sending…')).toBeDefined();
    expect(posted).toEqual([{ form_token: 't', intent: 'app-NS-com.example.video' }]);
    answer();
    await waitFor(() => expect(pressed('Video')).toBe('By schedule'));
  });

  test('shows pending taps as requested, and the next tap starts from the last one (APPS-013, A95)', async () => {
    const waiting = ['app-NS-com.example.chess', 'app-AN-com.example.chess'].map((intent) => {
      const fields = new FormData();
      fields.set('intent', intent);
      return fields;
    });
    await show(
      <PendingTaps.Provider value={waiting}>
        <AppRulesPanel data={rules({ rows: [row('Chess'), row('Video')] })} page={page} reply={undefined} />
      </PendingTaps.Provider>,
    );
    const values = (title: string) =>
      within(screen.getByRole('group', { name: title }))
        .getAllByRole('button')
        .map((button) => button.getAttribute('value')?.split('-')[1]);
    expect(pressed('Chess')).toBe('Allowed');
    // Pressing the last button again repeats the same tap.
    expect(values('Chess')).toEqual(['AN', 'SA', 'NA']);
    expect(values('Video')).toEqual(['AS', 'SS', 'NS']);
  });

  test('filters the list with every keystroke and shows the count', async () => {
    await showApps({ rows: [row('Chess'), row('Video')] });
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'vid' } });
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Chess' })).toBeNull());
    expect(screen.getByRole('status').textContent).toBe('1 app');
  });

  test('offers to refresh the app list before a device has reported any app', async () => {
    const { posted, answer } = await showApps({});
    expect(screen.getByText('No apps yet')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh app list' }));
    await waitFor(() => expect(posted).toEqual([{ form_token: 't', intent: 'ask-apps' }]));
    answer();
  });

  test('shows everything but disables every button if the plan does not include app rules (APPS-015)', async () => {
    await showApps({ rows: [row('Chess', { directive: 'N' })], isLocked: true, isKept: true });
    expect(screen.getByTestId('locked').textContent).toContain('Always allow some apps');
    expect(screen.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe('/subscription');
    expect(pressed('Chess')).toBe('Never allowed');
    expect(screen.getByText(/^We’ve kept your settings./)).toBeDefined();
    const buttons = within(screen.getByRole('group', { name: 'Chess' })).getAllByRole('button');
    expect(buttons.every((button) => button.hasAttribute('disabled'))).toBe(true);
  });

  test('names an outdated device and the version of the child app that it needs (DEV-079)', async () => {
    await showApps({ behind: [{ id: 'd', name: 'Tab', os: 'android', support: { kind: 'needs_app', version: '4.2' } }] });
    expect(screen.getByText('App rules: update the child app on Tab to version 4.2 or later.')).toBeDefined();
  });

  test.each<[AppRow['behind'][number]['support']['kind'], string]>([
    ['waiting', 'Pending on Tab.'],
    ['failed', 'Failed on Tab.'],
    ['unmanaged', 'App rules don’t apply on Tab.'],
  ])('does not state an unconfirmed rule as fact: %s (A118)', async (kind, text) => {
    const behind = [{ id: 'd', name: 'Tab', os: 'android', support: { kind } }] as AppRow['behind'];
    const access = { isUsable: false, why: 'never', until: null, schedule: null } as const;
    await showApps({ rows: [row('Chess', { directive: 'N', access, behind, isConfirmed: false })] });
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByText(/Always blocked/)).toBeNull();
  });

  test('names a device that does not apply a rule, briefly in the row and fully in the dialog (DEV-079)', async () => {
    const never = { directive: 'N', access: { isUsable: false, why: 'never', until: null, schedule: null } } as const;
    const behind: AppRow['behind'] = [{ id: 'd', name: 'Tab', os: 'android', support: { kind: 'needs_app', version: '4.2' } }];
    const mend = 'App rules: update the child app on Tab to version 4.2 or later.';
    const rows = [row('Chess', { ...never, behind }), row('Video', { ...never, behind, isConfirmed: false })];
    await showApps({ rows, opened: details({ row: row('Chess', { ...never, behind, isConfirmed: false }) }) });
    const hintOf = (title: string) => screen.getByRole('group', { name: title }).closest('li')?.querySelector('.hint')?.textContent;
    const short = 'App rules don’t apply on Tab.';
    expect([hintOf('Chess'), hintOf('Video')]).toEqual([`Always blocked. ${short}`, short]);
    const dialogText = (await screen.findByRole('dialog', { hidden: true })).textContent;
    expect(dialogText).toContain(mend);
    expect(dialogText).not.toContain('Always blocked.');
  });

  const details = (change: Partial<AppDetails> = {}): AppDetails => ({
    row: row('Chess'),
    limitSeconds: 3600,
    name: 'Chess HD',
    version: '3.1',
    info: {
      otherIds: [],
      title: 'Chess',
      description: 'Play.',
      screenshots: ['/a.png'],
      videos: [],
      rating: 4.25,
      contentRating: '4+',
      advisories: ['Mild violence'],
      genres: ['Games', 'Board'],
      logo: null,
    },
    deviceNames: ['iPad'],
    onOtherSystems: [],
    isCounted: true,
    schedules: [
      { id: 's1', name: 'Homework', isOwn: true },
      { id: 's2', name: 'Dinner', isOwn: false },
    ],
    ...change,
  });

  test('shows all details of an app in its dialog (APPS-018 to APPS-026)', async () => {
    await showApps({ rows: [row('Chess')], opened: details() });
    const dialogText = (await screen.findByRole('dialog', { hidden: true })).textContent;
    for (const text of ['Play.', 'Chess HD', 'iPad', '3.1', '4+', 'Mild violence', 'Games', 'Board', '4.3 of 5', 'com.example.chess']) {
      expect(dialogText).toContain(text);
    }
    const shot = screen.getByRole('img', { name: 'Chess, screenshot 1', hidden: true });
    expect(shot.querySelector('img')?.getAttribute('src')).toBe('/a.png');
    expect(screen.getByRole('link', { name: 'Go to schedules', hidden: true }).getAttribute('href')).toBe('/manage/mia/schedule');
  });

  test('changes the rule in the dialog as in the list (APPS-013)', async () => {
    const { posted, answer } = await showApps({ rows: [row('Chess')], opened: details() });
    const dialogText = await screen.findByRole('dialog', { hidden: true });
    const inDialog = () =>
      within(within(dialogText).getByRole('group', { name: 'Rule', hidden: true }))
        .getAllByRole('button', { hidden: true })
        .filter((button) => button.getAttribute('aria-pressed') === 'true')
        .map(({ textContent }) => textContent);
    expect(inDialog()).toEqual(['By schedule']);
    fireEvent.click(within(dialogText).getByRole('button', { name: 'Never allowed', hidden: true }));
    await waitFor(() => expect(inDialog()).toEqual(['Never allowed']));
    expect(dialogText.textContent).toContain('Sending…');
    expect(posted).toEqual([{ form_token: 't', intent: 'app-NS-com.example.chess' }]);
    answer();
    await waitFor(() => expect(inDialog()).toEqual(['By schedule']));
  });

  test('names the same app on another system with its own rule and links to it', async () => {
    const onOtherSystems: AppDetails['onOtherSystems'] = [{ bundleId: 'org.chess.ios', directive: 'N', deviceNames: ['Mia’s iPad'] }];
    await showApps({ rows: [row('Chess')], opened: details({ onOtherSystems }) });
    const dialogText = await screen.findByRole('dialog', { hidden: true });
    expect(dialogText.textContent?.replace(/\p{Cf}/gu, '')).toContain(
      'On Mia’s iPad this is a separate app with its own rule: Never allowed.',
    );
    const link = within(dialogText).getByRole('link', { name: 'Show that app', hidden: true });
    expect(link.getAttribute('href')).toBe('/?app=org.chess.ios');
  });

  test('opens a dialog for an app without app info (APPS-029)', async () => {
    await showApps({ rows: [row('Chess')], opened: details({ info: null, schedules: [] }) });
    expect((await screen.findByRole('dialog', { hidden: true })).textContent).toContain('com.example.chess');
  });

  test("lists an app's advisories without joining them with «and»", async () => {
    const { info } = details();
    const advisories = ['Offers purchases', 'Shows fights'];
    await showApps({ rows: [row('Chess')], opened: details({ info: info && { ...info, advisories } }) });
    const dialogText = await screen.findByRole('dialog', { hidden: true });
    const [list] = within(dialogText)
      .getAllByRole('list', { hidden: true })
      .filter(({ textContent }) => textContent?.startsWith('Offers'));
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual(advisories);
  });

  test('sets a limit in one tap or by typing, and keeps an invalid limit in its field', async () => {
    const reply: FormReply = {
      intent: 'limit-minutes',
      token: 'first',
      notice: null,
      lastResult: { status: 'error', initialValue: { minutes: 'an hour' }, error: { minutes: ['limit_minutes'] } },
    };
    const { posted, answer } = await showApps({ view: 'limit', opened: details() }, reply);
    expect(await screen.findByText('Enter a whole number of minutes from 1 to 1440.')).toBeDefined();
    expect(screen.getByLabelText('Custom')).toHaveProperty('value', 'an hour');
    expect(screen.getByRole('button', { name: '1 h', hidden: true }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '30 min', hidden: true }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({ bundle_id: 'com.example.chess', read: '3600', intent: 'limit-1800', form_token: 'first' });
    answer();
  });

  test('sends a typed limit with the value read when typing began, even after the other parent changed it', async () => {
    const opened = (limitSeconds: number) => rules({ view: 'limit', opened: details({ limitSeconds }) });
    const { posted, answer, change } = await show(<AppRulesPanel data={opened(3600)} page={page} reply={undefined} />);
    const minutes = await screen.findByLabelText('Custom');
    fireEvent.input(minutes, { target: { value: '45' } });
    change(<AppRulesPanel data={opened(1800)} page={page} reply={undefined} />);
    fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({ minutes: '45', read: '3600', intent: 'limit-minutes' });
    answer();
  });

  test('renders a row as a few plain elements without a form, because there may be 500', async () => {
    await showApps({ rows: [row('Chess', { isNew: true }), row('Video')] });
    const list = screen.getByRole('group', { name: 'Chess' }).closest('ul');
    expect(list?.querySelectorAll('form')).toHaveLength(0);
    expect((list?.querySelectorAll('*').length ?? 0) / 2).toBeLessThan(20);
  });

  const restrictions = (change: Partial<Restrictions> = {}): Restrictions => ({
    tables: [
      {
        os: 'android',
        behind: [],
        rows: RESTRICTIONS.filter(({ os }) => os === 'android').map(({ key, default: value }) => ({
          key,
          value,
          default: value,
          behind: [],
        })),
      },
    ],
    others: [],
    isLocked: false,
    isKept: false,
    ...change,
  });

  test('names what a device cannot do and the system version it needs (DEV-079)', async () => {
    const tab = { id: 'd', name: 'Tab', os: 'android' } as const;
    const rows = [
      { key: 'allowAirplaneMode', value: 'A', default: 'A', behind: [{ ...tab, support: { kind: 'needs_os', version: '9' } }] },
      { key: 'allowAppRemoval', value: 'A', default: 'A', behind: [{ ...tab, support: { kind: 'refused' } }] },
    ] as RestrictionTable['rows'];
    const behind = [{ ...tab, support: { kind: 'unavailable' } }] as RestrictionTable['behind'];
    await show(<RestrictionsPanel data={restrictions({ tables: [{ os: 'android', behind, rows }] })} page={page} reply={undefined} />);
    expect([...document.querySelectorAll('[data-support]')].map(({ textContent }) => textContent)).toEqual([
      'Restrictions: not supported on Tab.',
      'Airplane mode: Tab needs Android 9 or later. Check for a system update in its settings.',
      'Remove apps: Tab couldn’t apply this. Check the child app’s permissions there.',
    ]);
  });

  test('shows the name, a description and the default of every restriction (APPS-010, APPS-012)', async () => {
    const keys = [...new Set(RESTRICTIONS.map(({ key }) => key))];
    const rows = keys.map((key) => ({ key, value: findDefault(key) ?? 'A', default: findDefault(key) ?? 'A', behind: [] }));
    await show(<RestrictionsPanel data={restrictions({ tables: [{ os: 'iOS', behind: [], rows }] })} page={page} reply={undefined} />);
    const shown = screen.getAllByRole('switch').map((button) => {
      const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
      const label = document.querySelector(`label[for="${button.id}"]`)?.textContent ?? '';
      return {
        isOn: button.getAttribute('aria-checked'),
        isSaid: !label.includes('.') && /^O(?:ff|n): .+ O(?:ff|n) by default\.$/.test(hint),
      };
    });
    expect(shown).toEqual(keys.map((key) => ({ isOn: String(findDefault(key) === 'A'), isSaid: true })));
  });

  test('shows a tapped restriction switch immediately and posts the requested state', async () => {
    const { posted, answer } = await show(<RestrictionsPanel data={restrictions()} page={page} reply={undefined} />);
    const flight = screen.getByRole('switch', { name: 'Airplane mode' });
    fireEvent.click(flight);
    await waitFor(() => expect(flight.getAttribute('aria-checked')).toBe('false'));
    expect(posted).toEqual([{ form_token: 't', intent: 'restrict-off-allowAirplaneMode' }]);
    answer();
    await waitFor(() => expect(flight.getAttribute('aria-checked')).toBe('true'));
  });

  const filter = (change: Partial<WebFilterPanelData> = {}): WebFilterPanelData => ({
    isOn: true,
    allow: 'müller.de',
    deny: '',
    categories: [
      { id: 'adult', isOn: true, without: [] },
      { id: 'games', isOn: false, without: ['iPad'] },
    ],
    version: 'v1',
    behind: [],
    isLocked: false,
    isKept: false,
    ...change,
  });

  test('shows the stored web filter and names devices that cannot filter a category', async () => {
    await show(<WebFilterPanel data={filter()} page={page} reply={undefined} />);
    expect(screen.getByLabelText('Allowed sites')).toHaveProperty('value', 'müller.de');
    expect(screen.getByRole('checkbox', { name: 'Adult content' })).toHaveProperty('checked', true);
    expect(screen.getByText('Not on iPad: Apple only filters adult content.')).toBeDefined();
  });

  test('disables the button and gives the reason if the plan has no web filter (APPS-015)', async () => {
    await show(<WebFilterPanel data={filter({ isLocked: true })} page={page} reply={undefined} />);
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save.closest('fieldset')).toHaveProperty('disabled', true);
    expect(document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Not included in your plan');
  });

  test('reports a list that is too big before sending it, and keeps the text', async () => {
    const { posted } = await show(<WebFilterPanel data={filter()} page={page} reply={undefined} />);
    const text = Array.from({ length: 10_000 }, (_, index) => `site${index}.example.com`).join('\n');
    fireEvent.change(screen.getByLabelText('Blocked sites'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^That’s too many. A list can have up to 200 sites/)).toBeDefined();
    expect(screen.getByLabelText('Blocked sites')).toHaveProperty('value', text);
    expect(posted).toEqual([]);
  });

  test.each([
    ['typed text', false],
    ['text typed before hydration', true],
  ])('keeps %s when the other parent saves, even after a stale answer', async (_name, isEarly) => {
    const deny = () => screen.getByLabelText('Blocked sites');
    const typeSites = () => fireEvent.change(deny(), { target: { value: 'one.com\ntwo.com' } });
    const { posted, answer, change } = await show(<Answered data={filter({ deny: 'old.com' })} />, isEarly ? typeSites : undefined);
    if (!isEarly) typeSites();
    change(<Answered data={filter({ version: 'v2', deny: 'theirs.com' })} />);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(deny()).toHaveProperty('value', 'one.com\ntwo.com');
    expect(posted[0]).toMatchObject({ version: 'v1', deny: 'one.com\ntwo.com' });
    answer({ intent: 'web-filter', token: 't', notice: { key: 'error_strings.stale', params: {}, link: null }, lastResult: null });
    await waitFor(() => expect(document.querySelector('[name=version]')).toHaveProperty('value', 'v2'));
    expect(deny()).toHaveProperty('value', 'one.com\ntwo.com');
  });

  test('shows the stored list after it was saved', async () => {
    const { posted, answer, change } = await show(<Answered data={filter()} />);
    const deny = () => screen.getByLabelText('Blocked sites');
    fireEvent.change(deny(), { target: { value: 'https://one.com/page' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    change(<Answered data={filter({ version: 'v2', deny: 'one.com' })} />);
    expect(deny()).toHaveProperty('value', 'https://one.com/page');
    answer();
    await waitFor(() => expect(deny()).toHaveProperty('value', 'one.com'));
  });

  test('keeps all input after a refusal, and sends a stale form again with the new version', async () => {
    const reply: FormReply = {
      intent: 'web-filter',
      token: 'first',
      notice: { key: 'error_strings.stale', params: {}, link: null },
      lastResult: {
        status: 'error',
        initialValue: { allow: 'a.com', deny: 'b.com', on: '', categories: ['games'] },
        error: { allow: null, deny: ['No'] },
      },
    };
    const { posted, answer } = await show(<WebFilterPanel data={filter({ version: 'v2' })} page={page} reply={reply} />);
    expect(screen.getByLabelText('Blocked sites')).toHaveProperty('value', 'b.com');
    expect(screen.getByText('No')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toEqual({
      form_token: 'first',
      version: 'v2',
      categories: 'games',
      deny: 'b.com',
      allow: 'a.com',
      intent: 'web-filter',
    });
    answer();
  });
});
