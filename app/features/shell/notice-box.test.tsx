import { act, cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18nOptions } from '~/i18n';
import { notice } from '~/server/form.server';
import en from '../../../locales/en.json';
import { NoticeBox } from './notice-box';

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['error_strings.offline_not_sent', 0],
  ['error_strings.unknown_outcome', 1],
])('when the line is back, only that it was gone goes: %s', async (key, left) => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  render(
    <I18nextProvider i18n={i18n}>
      <NoticeBox notice={notice(key)} />
    </I18nextProvider>,
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(screen.queryAllByRole('alert')).toHaveLength(left);
});
