import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { formMessage } from '#app/server/form.server';
import { english as en } from '#tests/texts.ts';
import { FormMessageBox } from './form-message-box';

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const FULL = formMessage('limits.schedules_reached', { count: 1 }, { to: '/subscription', key: 'limits.see_plan' });
const Full = () => <FormMessageBox notice={FULL} />;

describe('FormMessageBox', () => {
  test.each([
    ['error_strings.offline_not_sent', 0],
    ['error_strings.unknown_outcome', 1],
  ])('when back online, removes only the message about an unsent form: %s', async (key, left) => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    render(
      <I18nextProvider i18n={i18n}>
        <FormMessageBox notice={formMessage(key)} />
      </I18nextProvider>,
    );
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(screen.queryAllByRole('alert')).toHaveLength(left);
  });

  test('shows a reached limit as a blocking dialog with a link to the plan and a Back button (NAV-041, A50)', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
    const Stub = createRemixStub([{ path: '/', Component: Full }]);
    render(
      <I18nextProvider i18n={i18n}>
        <Stub />
      </I18nextProvider>,
    );
    const modal = await screen.findByRole('dialog', { name: en.limits.guard_title });
    expect(modal.textContent).toContain(en.limits.schedules_reached_one.replace('{{count}}', '1'));
    expect(screen.getByRole('link', { name: en.limits.see_plan }).getAttribute('href')).toBe('/subscription');
    screen.getByRole('button', { name: en.actions.back }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
