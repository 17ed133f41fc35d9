import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { ChildPage, type ChildPageData } from './child-page';
import { HistoryPage, type HistoryPageData } from './history-page';
import type { LocatedDevice } from './located-device';
import { LocatorPage, type LocatorPageData } from './locator-page';
import { LocatorSwitcher } from './locator-switcher';
import { PlacePage, type PlacePageData } from './place-page';

afterEach(cleanup);

/** Thursday, 14 May 2026, 18:42 UTC. */
const NOW = Date.UTC(2026, 4, 14, 18, 42);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const Shown = createContext<ReactNode>(null);

function Page() {
  return useContext(Shown);
}

async function mount(element: ReactNode) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={element}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>,
  );
  return container;
}

const position = (change: object = {}) => ({
  childId: 'mia',
  deviceId: 'phone',
  at: NOW - MINUTE,
  lat: 51.5,
  lon: -0.1,
  accuracy: 12,
  speed: null,
  placeId: 'home',
  isStaying: false,
  receivedAt: NOW,
  address: '',
  unconfirmed: null,
  farAddress: '',
  ...change,
});
const device = (change: Partial<LocatedDevice> = {}): LocatedDevice => ({
  id: 'phone',
  name: 'Pixel',
  batteryLevel: 0.64,
  support: { kind: 'ok' },
  lastSeenAt: NOW - MINUTE,
  lastActivityAt: null,
  locationAt: NOW - MINUTE,
  position: position(),
  problem: null,
  otherChildIds: [],
  ...change,
});
const HOME = {
  id: 'home',
  lat: 51.5,
  lon: -0.1,
  radius: 150,
  address: '',
  name: 'Home',
  icon: 'home' as const,
  isActive: true,
  triggers: [],
  childIds: ['mia'],
  notBy: [],
  updatedAt: 1,
};
const entry = (id: string, name: string) => ({ id, name, colorSlot: 1, pictureIndex: null, photo: null, view: 'allowed' as const });
const WORLD = {
  id: 'world' as const,
  version: '1',
  minZoom: 0,
  maxZoom: 3,
  bounds: [-180, -85, 180, 85] as [number, number, number, number],
  attribution: null,
};
const FRAME = {
  entries: [entry('ben', 'Ben'), entry('mia', 'Mia')],
  isIncluded: true,
  language: 'en' as const,
  now: NOW,
  accountState: { verified: true, deletion: null, unreadNotifications: 0 },
  isFull: false,
  seq: 1,
  formToken: 't',
  mapSources: [WORLD],
};

const siblings = (devices: Array<LocatedDevice>) => [
  { ...entry('ben', 'Ben'), devices: [], device: null, zone: 'UTC' },
  { ...entry('mia', 'Mia'), devices, device: devices[0] ?? null, zone: 'UTC' },
];
function family(devices: Array<LocatedDevice>, change: Partial<LocatorPageData> = {}): LocatorPageData {
  const children = siblings(devices);
  const rest = { places: [HOME], credits: [], deselected: [], isAsked: false, search: '', parentZone: 'UTC' };
  return { ...FRAME, children, ...rest, ...change };
}
const mia = (container: HTMLElement) => within(container.querySelector<HTMLElement>('[data-child=mia]') ?? container);

describe('LocatorPage', () => {
  test('lists each child with its devices, position, battery and link (LOC-001, LOC-003, LOC-004, LOC-005)', async () => {
    const container = await mount(<LocatorPage page={family([device()])} />);
    expect(mia(container).getByRole('heading').textContent).toBe('Mia is at Home.');
    expect(mia(container).getByText('now, within 40 ft')).toBeTruthy();
    const link = mia(container).getByText('Pixel').closest('a');
    expect([link?.getAttribute('href'), link?.textContent?.includes('64%')]).toEqual(['/locator/mia?device=phone', true]);
    expect(container.querySelector('[data-child=ben]')?.textContent).toContain('Ben has no device yet.');
  });

  test.each([
    [
      'an old position is in the past and says since when the device is offline',
      { at: NOW - 3 * HOUR },
      ['Mia was at Home 3 h ago.', 'Offline since 15:42'],
    ],
    [
      'a rough position names no place',
      { accuracy: 250 },
      ['Mia is somewhere in the circle.', 'now, within 830\u00a0ft', en.locator.problem_rough],
    ],
    ['a position of more than two days is the last one', { at: NOW - 49 * HOUR }, ['Mia was last located 12 May at 17:42.']],
  ])('%s', async (_name, change, texts) => {
    const shown = position(change);
    const container = await mount(
      <LocatorPage page={family([device({ position: shown, lastSeenAt: Math.min(shown.at, NOW - MINUTE) })])} />,
    );
    for (const text of texts) expect(container.querySelector('[data-child=mia]')?.textContent).toContain(text);
  });

  test.each([
    [5, 'Offline since 18:37'],
    [4, null],
  ])('a device without contact for %d min, with a current position, says: %s', async (minutes, words) => {
    const container = await mount(<LocatorPage page={family([device({ lastSeenAt: NOW - minutes * MINUTE })])} />);
    const said = [...container.querySelectorAll('.device-said')].map(({ textContent }) => textContent);
    expect(said.find((text) => text?.startsWith('Offline')) ?? null).toBe(words);
    // The line at the top of the sheet is only about devices without a current position.
    expect(container.textContent).not.toContain('Mia: Pixel is offline');
  });

  test.each(['no_longer_connected', 'unmanaged_devices', 'location_disabled', 'device_inactive'] as const)(
    '%s has its own message and remedy (LOC-007, LOC-008, LOC-009, LOC-010)',
    async (problem) => {
      const container = await mount(<LocatorPage page={family([device({ problem })])} />);
      const text = container.querySelector(`[data-fault=${problem}]`)?.textContent;
      expect(text).toBe(`${en.locator[`problem_${problem}`]} ${en.locator[`fix_${problem}`]}`);
    },
  );

  test('names the version that an older child app needs (LOC-039)', async () => {
    const old = device({ support: { kind: 'needs_app', version: '4.2' }, problem: 'location_disabled' });
    const container = await mount(<LocatorPage page={family([old])} />);
    expect(container.querySelector('[data-fault=old_app]')?.textContent).toContain('version 4.2');
    expect(container.querySelector('[data-fault=location_disabled]')).toBeNull();
  });

  test('shows an upgrade panel on plans without location (LOC-038)', async () => {
    await mount(<LocatorPage page={family([], { isIncluded: false })} />);
    expect(within(screen.getByTestId('locked')).getByRole('link').getAttribute('href')).toBe('/subscription');
  });

  test('hides deselected children and keeps them unchecked (LOC-056)', async () => {
    const container = await mount(<LocatorPage page={family([device()], { deselected: ['mia'] })} />);
    expect(container.querySelector('[data-child=mia]')).toBeNull();
    expect([...container.querySelectorAll<HTMLInputElement>('[name=show]')].map(({ value, checked }) => [value, checked])).toEqual([
      ['ben', true],
      ['mia', false],
    ]);
  });

  test('draws places in the picture’s address and faces above it, hidden from screen readers', async () => {
    const container = await mount(<LocatorPage page={family([device()])} />);
    const query = new URL(container.querySelector('img')?.src ?? '', 'https://x.example').searchParams;
    expect([query.get('positions'), query.get('places')]).toEqual([null, '51.5,-0.1,150']);
    expect(container.querySelector('.loc-marks')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('.loc-plane')?.getAttribute('aria-hidden')).toBe('true');
  });

  test('names the source of the map and of the addresses', async () => {
    const container = await mount(<LocatorPage page={family([device()], { credits: ['GeoNames (CC BY 4.0)'] })} />);
    expect(container.querySelector('.loc-credit')?.textContent).toContain('Map: outline of the world · Addresses: GeoNames (CC BY 4.0)');
  });

  test('credits the maker of the map with a link if it names one', async () => {
    const attribution = '<a href="https://maps.example/copyright">© Map makers</a>';
    const container = await mount(<LocatorPage page={family([device()], { mapSources: [{ ...WORLD, id: 'archive', attribution }] })} />);
    const link = container.querySelector('.loc-credit a');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Map: © Map makers', 'https://maps.example/copyright']);
  });
});

function childPage(change: Partial<ChildPageData> = {}): ChildPageData {
  const own = device();
  return {
    ...FRAME,
    child: { id: 'mia', name: 'Mia', colorSlot: 1, pictureIndex: null, photo: null },
    zone: 'UTC',
    parentZone: 'UTC',
    devices: [own],
    device: own,
    isChosenGone: false,
    bursts: [],
    busyId: null,
    actionAgeMs: null,
    children: siblings([own]),
    places: [HOME],
    credits: [],
    titleParams: { name: 'Mia' },
    ...change,
  };
}

describe('LocatorSwitcher', () => {
  const page = (change: object = {}, busyId: string | null = null) => ({
    children: siblings([device({ position: position(change) })]),
    places: [HOME],
    now: NOW,
    busyId,
  });

  test('links to everyone and to each child, the shown child first (NAV-020)', async () => {
    const container = await mount(<LocatorSwitcher activeId="mia" page={page()} />);
    const links = [...container.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/locator?all', '/locator/mia', '/locator/ben']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null]);
  });

  test.each([
    ['a place and its age', {}, null, 'Home, now', 'exact'],
    ['an old position as such', { at: NOW - 3 * HOUR }, null, 'Home, 3 h ago', 'old'],
    ['only the age of a rough position', { at: NOW - 4 * MINUTE, accuracy: 244 }, null, '4 min ago', 'rough'],
    ['no age for a clock that is wrong', { at: NOW + HOUR }, null, '', null],
    ['that a child is being located', {}, 'mia', en.locator.locating_short, 'exact'],
  ])('says %s', async (_name, change, busyId, text, look) => {
    const container = await mount(<LocatorSwitcher activeId={null} page={page(change, busyId)} />);
    const link = container.querySelector('a[href="/locator/mia"]');
    const said = link?.querySelector('small .only-wide') ?? link?.querySelector('small');
    expect([said?.textContent, link?.getAttribute('data-look')]).toEqual([text, look]);
  });

  test('counts the children, and says if one has no position', async () => {
    const container = await mount(<LocatorSwitcher activeId={null} page={page()} />);
    expect(container.querySelector('a[href="/locator?all"] small')?.textContent).toBe('2 children');
    expect(container.querySelector('a[href="/locator/ben"] small .only-wide')?.textContent).toBe(en.locator.device_nowhere);
  });
});

describe('ChildPage', () => {
  test('offers «Locate now» as a form for the shown device (LOC-002, LOC-052)', async () => {
    const container = await mount(<ChildPage page={childPage()} reply={undefined} />);
    const forms = screen.getAllByRole('button', { name: en.locator.locate }).map((button) => button.closest('form'));
    expect(forms.map((form) => [form?.method, form?.getAttribute('action')])).toEqual([
      ['post', '/locator/mia'],
      ['post', '/locator/mia'],
    ]);
    expect(container.querySelector<HTMLInputElement>('[name=target]')?.value).toBe('mia phone');
  });

  test('shows each step of a request with its time, and keeps the headline', async () => {
    const burst = {
      id: 'b',
      deviceId: 'phone',
      state: 'sent' as const,
      requestedAt: NOW - 5000,
      deliveredAt: NOW - 4000,
      locatedAt: null,
      endedAt: null,
      stop: null,
    };
    const container = await mount(<ChildPage page={childPage({ bursts: [burst], busyId: 'mia', actionAgeMs: 4000 })} reply={undefined} />);
    const steps = [...container.querySelectorAll('[data-step]')].map((step) => step.textContent);
    expect(steps).toEqual(['Requested18:41:55', 'Delivered1 s later', en.locator.awaited_located, en.locator.awaited_ended]);
    expect(screen.queryByRole('button', { name: en.locator.locate })).toBeNull();
    const stop = screen.getByRole<HTMLButtonElement>('button', { name: en.locator.stop });
    expect([stop.value, stop.form?.method, stop.form?.querySelector<HTMLInputElement>('[name=target]')?.value]).toEqual([
      'locate-stop',
      'post',
      'mia phone',
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mia is at Home.');
  });

  test.each([
    [
      'location is off',
      { problem: 'location_disabled' as const },
      `${en.locator.problem_location_disabled} ${en.locator.fix_location_disabled}`,
    ],
    ['management was removed', { problem: 'unmanaged_devices' as const }, en.locator.fix_unmanaged_devices],
    ['there was no position for a minute', { position: position({ receivedAt: NOW - 61_000 }) }, en.locator.burst_silent],
  ])('a running request says why nothing arrives, and allows another one, if %s', async (_title, change, words) => {
    const burst = {
      id: 'b',
      deviceId: 'phone',
      state: 'confirmed' as const,
      requestedAt: NOW - 5 * MINUTE,
      deliveredAt: NOW - 5 * MINUTE,
      locatedAt: NOW - 5 * MINUTE,
      endedAt: null,
      stop: null,
    };
    const own = device(change);
    await mount(<ChildPage page={childPage({ devices: [own], device: own, bursts: [burst] })} reply={undefined} />);
    expect(screen.getByRole('status').textContent).toContain(words);
    expect(screen.getAllByRole('button', { name: en.locator.locate })).toHaveLength(2);
  });

  test.each([
    [NOW - MINUTE, NOW + MINUTE, ['Measured18:41 by Pixel']],
    [NOW - 10 * MINUTE, NOW, ['Measured18:32 by Pixel', 'Reported18:42']],
  ])('a position measured at %d that arrived at %d shows %o', async (at, receivedAt, words) => {
    const own = device({ position: position({ at, receivedAt }) });
    const container = await mount(<ChildPage page={childPage({ devices: [own], device: own })} reply={undefined} />);
    const facts = [...container.querySelectorAll('dl > *')].map(({ textContent }) => textContent?.replace(/today at /, '') ?? '');
    expect(facts.filter((text) => /^(Measured|Reported)/.test(text))).toEqual(words);
  });

  test.each([
    ['a present place', {}, 'Mia is at Home.', 'now, within 40\u00a0ft'],
    ['a past place', { at: NOW - 3 * HOUR }, 'Mia was at Home 3 h ago.', 'within 40\u00a0ft'],
    ['a spot', { placeId: null, at: NOW - 12 * MINUTE }, 'Mia was located 12 min ago.', 'within 40\u00a0ft'],
    ['a past circle', { at: NOW - 12 * MINUTE, accuracy: 250 }, 'Mia was somewhere in the circle 12 min ago.', 'within 830\u00a0ft'],
    ['an old position', { at: NOW - 49 * HOUR }, 'Mia was last located 12 May at 17:42.', 'within 40\u00a0ft'],
  ])('says the age of %s once', async (_title, change, headline, rest) => {
    const own = device({ position: position(change) });
    const container = await mount(<ChildPage page={childPage({ devices: [own], device: own })} reply={undefined} />);
    expect([...(container.querySelector('.loc-child-top .grow')?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      headline,
      rest,
    ]);
  });

  test.each([
    ['location on', null, en.locator.awaited_located],
    ['location off', 'location_disabled' as const, en.locator.device_nowhere],
  ])('a device without a position and with %s says why', async (_title, problem, words) => {
    const own = device({ position: null, locationAt: null, problem });
    const container = await mount(<ChildPage page={childPage({ devices: [own], device: own })} reply={undefined} />);
    expect(container.querySelector('.loc-device .device-said')?.textContent).toBe(words);
  });

  test.each([
    [100, en.locator.address],
    [101, en.locator.area],
  ])('the address of a position with an accuracy of %d m is called «%s»', async (accuracy, name) => {
    const own = device({ position: position({ accuracy, address: 'Alderbridge' }) });
    await mount(<ChildPage page={childPage({ devices: [own], device: own })} reply={undefined} />);
    expect(screen.getAllByText('Alderbridge').map((element) => element.previousElementSibling?.textContent)).toContain(name);
  });

  test.each([
    ['an exact position at no place', { placeId: null }, true],
    ['a position at a place', {}, false],
    ['a rough position', { placeId: null, accuracy: 400 }, false],
  ])('%s can be saved as a place: %s', async (_name, change, isOffered) => {
    const own = device({ position: position(change) });
    await mount(<ChildPage page={childPage({ devices: [own], device: own })} reply={undefined} />);
    expect(screen.queryByRole('link', { name: en.locator.save_place }) !== null).toBe(isOffered);
  });

  test('says that a chosen device is no longer connected (LOC-007)', async () => {
    const container = await mount(<ChildPage page={childPage({ isChosenGone: true })} reply={undefined} />);
    expect(container.querySelector('[data-fault=no_longer_connected]')).not.toBeNull();
  });
});

const DAY = Date.UTC(2026, 4, 14);
function historyPage(change: Partial<HistoryPageData> = {}): HistoryPageData {
  const at = (hours: number) => DAY + hours * HOUR;
  return {
    ...FRAME,
    devices: [{ id: 'phone', name: 'Pixel' }],
    device: 'phone',
    parts: [
      { kind: 'stay', from: at(0), until: at(8), center: { lat: 51.5, lon: -0.1 }, placeId: 'home', address: '', reason: null },
      { kind: 'trip', from: at(8), until: at(8.5), distance: 1400, isWalk: true, address: '', reason: null },
      { kind: 'gap', from: at(8.5), until: at(10), address: '', reason: null },
      { kind: 'stay', from: at(10), until: at(18), center: { lat: 51.6, lon: -0.1 }, placeId: null, address: 'Mill Lane', reason: null },
    ],
    track: [
      [
        { at: at(8), lat: 51.5, lon: -0.1 },
        { at: at(8.5), lat: 51.55, lon: -0.1 },
      ],
    ],
    lone: null,
    count: 960,
    pathCount: 240,
    since: DAY - 7 * HOUR,
    stayingAt: null,
    children: siblings([device()]),
    places: [HOME],
    credits: [],
    from: DAY,
    until: NOW,
    end: DAY + 24 * HOUR,
    child: { id: 'mia', name: 'Mia', colorSlot: 1 },
    zone: 'UTC',
    parentZone: 'UTC',
    days: 3,
    dates: [
      { date: '2026-05-14', weekday: 4, isLocked: false, isThisWeek: true },
      { date: '2026-05-13', weekday: 3, isLocked: false, isThisWeek: true },
      { date: '2026-05-10', weekday: 0, isLocked: true, isThisWeek: true },
    ],
    date: '2026-05-14',
    isToday: true,
    hourMarks: [0, 6, 12, 18, 24].map((hour) => ({ hour, share: hour / 24 })),
    at: null,
    titleParams: { name: 'Mia' },
    ...change,
  };
}
const faces = (container: HTMLElement) => container.querySelectorAll('.loc-face').length;

describe('HistoryPage', () => {
  test('lists stays, walks and gaps as sentences', async () => {
    const container = await mount(<HistoryPage page={historyPage()} />);
    expect([...container.querySelectorAll('.loc-parts b')].map(({ textContent }) => textContent)).toEqual([
      'Home until 08:00',
      'Walking',
      'Unknown for 1 h 30 min',
      'Mill Lane since 10:00',
    ]);
    expect([...container.querySelectorAll('.loc-parts .hint')].map(({ textContent }) => textContent)).toEqual([
      'Since yesterday at 17:00',
      '08:00 to 08:30 · 30 min · 0.9\u00a0mi',
      `08:30 to 10:00 · ${en.track.gap_text}`,
      '8 h so far, reported 42 min ago',
    ]);
  });

  test.each([
    ['19 min ago', 19, null, '42 min so far, reported 19 min ago'],
    ['20 min ago', 20, null, '22 min so far, reported 20 min ago'],
    ['3 h ago during a stay that is unbroken', 180, 'home', '25 h 42 min so far, reported 3 h ago'],
    ['3 h ago', 180, null, '22 h 42 min so far, reported 3 h ago'],
    ['3 h ago, and is at another place since', 180, 'school', '22 h 42 min so far, reported 3 h ago'],
  ])('the last stay of today has no end if the device last reported %s (A158)', async (_title, minutes, stayingAt, words) => {
    const until = NOW - minutes * MINUTE;
    const from = minutes < 60 ? NOW - 42 * MINUTE : DAY;
    const stay = { kind: 'stay' as const, from, until, center: { lat: 51.5, lon: -0.1 }, placeId: 'home', address: '', reason: null };
    const container = await mount(<HistoryPage page={historyPage({ parts: [stay], stayingAt })} />);
    expect(container.querySelector('.loc-parts b')?.textContent).toBe(minutes < 60 ? 'Home since 18:00' : 'Home since yesterday at 17:00');
    expect(container.querySelector('.loc-parts .hint')?.textContent).toBe(words);
  });

  const stay = (from: number, until: number) => ({
    ...{ kind: 'stay' as const, from: DAY + from * HOUR, until: DAY + until * HOUR, center: { lat: 51.5, lon: -0.1 } },
    ...{ placeId: 'home', address: '', reason: null },
  });
  const then = { address: '', reason: null, from: DAY + 12 * HOUR, until: DAY + 13 * HOUR };
  const trip = { kind: 'trip' as const, distance: 1400, isWalk: true, ...then };
  const gap = { kind: 'gap' as const, ...then };
  test.each([
    ['a trip after a stay from midnight', [stay(0, 12), trip], null, 'Home until 12:00', '00:00 to 12:00'],
    ['a trip', [stay(9, 12), trip], null, 'Home, 3 h', '09:00 to 12:00'],
    ['a gap', [stay(9, 12), gap], null, 'Home, last reported at 12:00', 'Since 09:00'],
    ['a gap after a stay from midnight', [stay(0, 12), gap], null, 'Home, last reported at 12:00', 'Since 00:00'],
    ['nothing', [stay(9, 12)], null, 'Home, last reported at 12:00', 'Since 09:00'],
    ['nothing after a stay over midnight', [stay(0, 12)], DAY - 5 * HOUR, 'Home, last reported at 12:00', 'Since 13 May at 19:00'],
    ['the same stay on the next day', [stay(9, 24)], null, 'Home, 15 h', '09:00 to midnight'],
    ['the same stay on the days before and after', [stay(0, 24)], null, 'Home, all day', undefined],
  ])(
    'a stay of an earlier day has an end only if the device was seen elsewhere: before %s',
    async (_title, parts, since, title, detail) => {
      const page = historyPage({ isToday: false, now: NOW + 48 * HOUR, parts, since });
      const container = await mount(<HistoryPage page={page} />);
      expect(container.querySelector('.loc-parts b')?.textContent).toBe(title);
      expect(container.querySelector('.loc-parts li .hint')?.textContent).toBe(detail);
    },
  );

  test('a stay of today before a gap has no end either', async () => {
    const container = await mount(<HistoryPage page={historyPage({ parts: [stay(9, 12), gap] })} />);
    expect(container.querySelector('.loc-parts b')?.textContent).toBe('Home, last reported at 12:00');
  });

  const lone = { at: DAY + 14 * HOUR, lat: 51.5, lon: -0.1, isRough: false, placeId: null, address: '' };
  test.each([
    ['no positions', { lone: null, isToday: false }, 'No positions on this day.', 0],
    ['no positions today', { lone: null }, 'No positions yet today.', 0],
    ['one position', { lone, count: 1 }, 'Only 1 position, at 14:00.', 1],
    ['two positions', { lone, count: 2 }, 'Only 2 positions, the last at 14:00.', 1],
    ['one position at a place', { lone: { ...lone, placeId: 'home' }, count: 1 }, 'Home, last reported at 14:00', 1],
    ['one rough position', { lone: { ...lone, isRough: true, address: 'Mill Lane' }, count: 1 }, 'Mill Lane, last reported at 14:00', 0],
  ])('a day with %s says so, and marks only an exact one on the map', async (_title, change, words, marks) => {
    const container = await mount(<HistoryPage page={historyPage({ parts: [], track: [], ...change })} />);
    expect(container.querySelector('.loc-parts')?.previousElementSibling?.textContent).toBe(words);
    expect(container.querySelectorAll('.loc-day-mark')).toHaveLength(marks);
  });

  test.each([
    ['location_off', en.track.gap_location_off],
    ['powered_off', en.track.gap_powered_off],
    [null, en.track.gap_text],
  ] as const)('says why a gap has no positions: %s (A182)', async (reason, words) => {
    const gap = { kind: 'gap' as const, from: DAY + 8 * HOUR, until: DAY + 10 * HOUR, address: '', reason };
    const container = await mount(<HistoryPage page={historyPage({ parts: [gap] })} />);
    expect(container.querySelector('.loc-parts .hint')?.textContent).toBe(`08:00 to 10:00 · ${words}`);
  });

  test.each([
    [8 * HOUR + 50_000, 8 * HOUR + 10 * MINUTE + 10_000, '08:00 to 08:10 · 10 min'],
    [8 * HOUR, 8 * HOUR + 10 * MINUTE + 50_000, '08:00 to 08:10 · 10 min'],
    [8 * HOUR + 10_000, 8 * HOUR + 40_000, '08:00 to 08:00 · 1 min'],
  ])('a trip lasts as long as its times say: %d to %d ms of the day', async (from, until, words) => {
    const trip = { kind: 'trip' as const, from: DAY + from, until: DAY + until, distance: 1400, isWalk: true, address: '', reason: null };
    const container = await mount(<HistoryPage page={historyPage({ parts: [trip] })} />);
    expect(container.querySelector('.loc-parts .hint')?.textContent).toContain(words);
  });

  test('links open days, and shows locked ones as text (LOC-036)', async () => {
    const container = await mount(<HistoryPage page={historyPage()} />);
    expect(container.querySelector('[data-locked="2026-05-10"]')?.tagName).toBe('SPAN');
    expect([...container.querySelectorAll('.loc-days a')].map((link) => link.getAttribute('href'))).toEqual([
      '/?date=2026-05-13',
      '/?date=2026-05-14',
    ]);
  });

  test.each([
    ['today has a marker where its path ends', {}, 1],
    ['another day has none', { isToday: false }, 0],
    ['another day has one at a chosen time', { isToday: false, at: DAY + 8 * HOUR }, 1],
    ['an unknown time has none', { isToday: false, at: DAY + 9 * HOUR }, 0],
  ])('%s (LOC-033)', async (_name, change, count) => {
    expect(faces(await mount(<HistoryPage page={historyPage(change)} />))).toBe(count);
  });

  test('steps by links, and moves the time by a range without loading (LOC-055)', async () => {
    const container = await mount(<HistoryPage page={historyPage({ at: DAY + 8 * HOUR })} />);
    expect(screen.getByRole('link', { name: en.track.step_back }).getAttribute('href')).toContain('at=0');
    expect(screen.getByRole('link', { name: en.track.step_on }).getAttribute('href')).toContain('at=495');
    const range = screen.getByRole('slider', { name: en.track.time });
    fireEvent.change(range, { target: { value: '540' } });
    expect(screen.getByRole('status').textContent).toBe(`09:00${en.track.unknown}`);
    expect(range.getAttribute('aria-valuetext')).toBe(`09:00, ${en.track.unknown}`);
    expect(container.querySelector('img')?.src).toContain('path=k');
  });
});

describe('labels', () => {
  test('a place is named only for its own children', async () => {
    const container = await mount(
      <LocatorPage page={family([device()], { places: [{ ...HOME, childIds: ['ben'] }] })} reply={undefined} />,
    );
    expect(container.querySelector('[data-child=mia] h2')?.textContent).toContain('was located just now');
  });

  test('several children at one spot have the age of the oldest position', async () => {
    const old = device({ position: position({ at: NOW - 20 * MINUTE, childId: 'ben' }) });
    const page = family([device()]);
    const [ben, ...others] = page.children;
    const children = ben === undefined ? others : [{ ...ben, devices: [old], device: old }, ...others];
    const container = await mount(<LocatorPage page={{ ...page, children }} reply={undefined} />);
    expect(container.querySelector('.loc-face[data-count="2"] .loc-tag')?.textContent).toContain('20 min ago');
  });

  test('the end of a past day has another label than its beginning', async () => {
    const container = await mount(<HistoryPage page={historyPage({ at: DAY + 24 * HOUR, isToday: false })} />);
    expect(container.querySelector('[type=range]')?.getAttribute('aria-valuetext')).toContain(en.track.day_end);
  });
});

describe('an unconfirmed position (A205)', () => {
  const far = { at: NOW - 2 * MINUTE, lat: 48.1, lon: 11.6, accuracy: 12, speed: 0 };
  const phone = device({ position: position({ at: NOW - 30 * MINUTE, unconfirmed: far, farAddress: 'Munich' }) });

  test('the family page says where and when it was, and keeps the plausible position', async () => {
    const container = await mount(<LocatorPage page={family([phone])} reply={undefined} />);
    const note = container.querySelector('[data-unconfirmed=Pixel]')?.textContent;
    expect(note).toContain('Munich');
    expect(note).toContain('18:40');
    expect(container.querySelector('[data-child=mia] h2')?.textContent).toContain('was at');
  });

  test('the child’s page says so once', async () => {
    const container = await mount(<ChildPage page={childPage({ devices: [phone], device: phone })} reply={undefined} />);
    expect(container.querySelectorAll('[data-unconfirmed]')).toHaveLength(1);
  });
});

function placePage(change: Partial<PlacePageData['values']> = {}): PlacePageData {
  const values = {
    id: 'home',
    updatedAt: '1',
    opened: '',
    name: 'Home',
    icon: 'home' as const,
    address: '',
    addressShown: '',
    spotShown: '51.5,-0.1',
    lat: '51.5',
    lon: '-0.1',
    radius: '150',
    radiusShown: '150',
    meters: '150',
    unit: 'metric' as const,
    childIds: ['mia'],
    isActive: true,
    enter: true,
    exit: false,
    notBy: [],
    ...change,
  };
  return { ...FRAME, values, hasRoom: true, surroundings: [] };
}

describe('PlacePage', () => {
  test('is one form with all values of the place, so that it works without script (LOC-063)', async () => {
    const container = await mount(
      <PlacePage page={placePage({ notBy: [{ key: '1', childId: 'mia', weekdays: [1], time: '08:30' }] })} reply={undefined} />,
    );
    const form = container.querySelector('form');
    const fields = form === null ? [] : [...new FormData(form)].filter(([name]) => !['form_token', 'opened'].includes(name));
    expect(fields).toEqual([
      ['id', 'home'],
      ['updated_at', '1'],
      ['address_shown', ''],
      ['spot_shown', '51.5,-0.1'],
      ['radius_shown', '150'],
      ['meters', '150'],
      ['unit', 'metric'],
      ['active', '1'],
      ['name', 'Home'],
      ['icon', 'home'],
      ['address', ''],
      ['lat', '51.5'],
      ['lon', '-0.1'],
      ['radius', '150'],
      ['child', 'mia'],
      ['enter', '1'],
      ['nb-1-child', 'mia'],
      ['nb-1-time', '08:30'],
      ['nb-1-day', '1'],
    ]);
    expect([...container.querySelectorAll<HTMLButtonElement>('button[name=intent]')].map(({ value }) => value)).toEqual([
      'place-enter',
      'place-find',
      'place-row-drop-1',
      'place-row-add',
      'place-delete',
      'place-save',
    ]);
  });

  test.each([
    ['without a position, the map shows', '', '', '?at=51.4,-0.2&'],
    ['with a position, the map does not show', '1', '2', '?at=1,2&'],
  ])('%s the family’s surroundings', async (_title, lat, lon, center) => {
    const surroundings = [
      { lat: 51.4, lon: -0.1 },
      { lat: 51.4, lon: -0.3 },
    ];
    const container = await mount(<PlacePage page={{ ...placePage({ id: '', lat, lon }), surroundings }} reply={undefined} />);
    expect(decodeURIComponent(container.querySelector('img')?.src ?? '')).toContain(center);
  });

  test.each([
    [{ lat: 'places.error_latitude' }, ['place-lat'], en.places.error_latitude],
    [{ lon: 'places.error_longitude' }, ['place-lon'], en.places.error_longitude],
    [{ address: 'places.error_position' }, ['place-address'], en.places.error_position],
  ])('a wrong position opens the coordinates and is an error of the field: %o', async (faults, ids, text) => {
    const page = placePage();
    const reply = { intent: 'place-save', token: 't', notice: null, lastResult: null, values: page.values, faults, found: null };
    const container = await mount(<PlacePage page={page} reply={reply} />);
    const invalid = [...container.querySelectorAll('[aria-invalid=true]')];
    expect(invalid.map(({ id }) => id)).toEqual(ids);
    expect(container.querySelector(`#${invalid[0]?.getAttribute('aria-describedby')?.split(' ')[0]}`)?.textContent).toBe(text);
    expect(container.querySelector<HTMLDetailsElement>('.loc-coordinates')?.open).toBe(true);
  });

  test('keeps typed values, shows errors, and offers search results as radio buttons', async () => {
    const page = placePage();
    const values = { ...page.values, name: 'Gym', address: 'mill' };
    const found = [{ lat: 1, lon: 2, address: 'Mill Lane 4' }];
    const reply = {
      intent: 'place-find',
      token: 't',
      notice: null,
      lastResult: null,
      values,
      faults: { radius: 'places.error_radius' },
      found,
    };
    await mount(<PlacePage page={page} reply={reply} />);
    expect(screen.getByLabelText<HTMLInputElement>(en.places.name).value).toBe('Gym');
    expect(screen.getByText(en.places.error_radius)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mill Lane 4' }).value).toBe('1,2,Mill Lane 4');
  });
});
