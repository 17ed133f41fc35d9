import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { writeZoneOptions } from '#app/server/zones.server';
import { takeOver } from '#tests/take-over.ts';
import { english as en } from '#tests/texts.ts';
import { TimeZoneField } from './time-zone-field';
import { ZONE_OPTIONS_PATH, ZoneOptionsContext } from './zone-options';

const i18n = createInstance();

beforeEach(async () => {
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const OWN = { zone: 'UTC', label: 'UTC' };

/** Renders the field as the server does (`isServer`), or as a browser does, without a list of zones. */
const Page = ({ isServer = false, isGuess = true }) => (
  <I18nextProvider i18n={i18n}>
    <ZoneOptionsContext.Provider value={isServer ? () => writeZoneOptions('en') : null}>
      <TimeZoneField hint="Hint." id="zone" isGuess={isGuess} name="zone" own={OWN} />
    </ZoneOptionsContext.Provider>
  </I18nextProvider>
);

function browserIsIn(timeZone: string) {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone });
}

describe('TimeZoneField', () => {
  test.each([
    ['Europe/Berlin', 'Berlin, Germany'],
    // Firefox reports the current identifier, Chromium the former one.
    ['Asia/Kolkata', 'Kolkata, India'],
    ['Asia/Calcutta', 'Kolkata, India'],
  ])('suggests the browser’s zone in %s once and keeps text typed later', async (zone, label) => {
    browserIsIn(zone);
    const { rerender } = render(<Page isServer />);
    const field = screen.getByRole('combobox');
    expect(field).toHaveProperty('value', label);
    fireEvent.change(field, { target: { value: 'Tokyo, Japan' } });
    rerender(<Page isServer />);
    expect(field).toHaveProperty('value', 'Tokyo, Japan');
  });

  test('keeps text typed before hydration and shows the name of its zone', async () => {
    browserIsIn('Europe/Berlin');
    const { container } = takeOver(<Page isServer />, () =>
      fireEvent.change(screen.getByRole('combobox'), { target: { value: 'Tokyo, Japan' } }),
    );
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'Tokyo, Japan');
    expect(container.textContent).toMatch(/It’s \d\d:\d\d there now \(Japan Standard Time\)/);
  });

  test('shows no current time for a text that is not a zone', () => {
    const { container } = render(<Page isGuess={false} isServer />);
    expect(container.textContent).toContain('there now');
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'Atlantis' } });
    expect(container.textContent).not.toContain('there now');
  });

  test('fetches the list for a page rendered in the browser', async () => {
    const fetched = vi.fn(async (_path: string) => new Response(writeZoneOptions('en')));
    vi.stubGlobal('fetch', fetched);
    browserIsIn('Europe/Berlin');
    render(<Page />);
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'Berlin, Germany'));
    expect(fetched.mock.calls).toEqual([[`${ZONE_OPTIONS_PATH}?lng=en`]]);
  });

  test('renders the list of time zones only once in the server’s markup', () => {
    const html = renderToString(<Page isServer />);
    expect(html.match(/Kolkata, India/g)).toHaveLength(1);
    expect(html).toContain('<option data-zone="Asia/Calcutta Asia/Kolkata" value="Kolkata, India"></option>');
  });
});
