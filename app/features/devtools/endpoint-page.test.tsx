import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { i18nOptions } from '#app/i18n';
import showcase from '#locales/showcase/en.json';
import { EndpointPage } from './endpoint-page';

afterEach(cleanup);

const Page = () => <EndpointPage presets={{ qa: 'https://qa.example', local: null, dev5: null }} refusal={undefined} />;

describe('EndpointPage', () => {
  test('offers three presets and disables those that are not configured (DEMO-013 to DEMO-015)', async () => {
    const i18n = createInstance();
    await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { showcase } } });
    const Stub = createRemixStub([{ path: '/', Component: Page }]);
    render(
      <I18nextProvider i18n={i18n}>
        <Stub />
      </I18nextProvider>,
    );
    const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Use (?:QA|Local|Dev 5)$/ });
    expect(buttons.map(({ value, disabled }) => [value, disabled])).toEqual([
      ['qa', false],
      ['local', true],
      ['dev5', true],
    ]);
    expect(screen.getAllByText(showcase.endpoint.not_configured)).toHaveLength(2);
  });
});
