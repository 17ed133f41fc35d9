import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nOptions } from '~/i18n';
import { takeOver } from '../../../tests/take-over.ts';
import { english as en } from '../../../tests/texts.ts';
import { TimeZoneField } from './time-zone-field';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const i18n = createInstance();

/** As a page shows it after each load: with a list of its own. */
const Field = () => (
  <I18nextProvider i18n={i18n}>
    <TimeZoneField defaultValue="UTC" id="zone" isGuess name="zone" zones={['Asia/Tokyo', 'Europe/Berlin', 'UTC']} />
  </I18nextProvider>
);

test('the browser’s zone is a guess for the beginning: what is chosen then stays, however often the page is loaded again', async () => {
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: 'Europe/Berlin' });
  const { rerender } = render(<Field />);
  const select = screen.getByRole('combobox');
  expect(select).toHaveProperty('value', 'Europe/Berlin');
  fireEvent.change(select, { target: { value: 'Asia/Tokyo' } });
  rerender(<Field />);
  expect(select).toHaveProperty('value', 'Asia/Tokyo');
});

test('what was chosen before the script came stays, and its name is said', async () => {
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const { container } = takeOver(<Field />, () => fireEvent.change(screen.getByRole('combobox'), { target: { value: 'Asia/Tokyo' } }));
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'Asia/Tokyo');
  expect(container.textContent).toMatch(/It is \d\d:\d\d there now \(Japan Standard Time\)/);
});
