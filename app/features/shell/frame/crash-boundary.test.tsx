import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { CrashBoundary } from './crash-boundary';

const i18n = createInstance();
const sent: Array<Record<string, string>> = [];

beforeEach(async () => {
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  // React logs errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    return Response.json({ reference: 'abc' });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function BrokenDevice(): never {
  throw new Error('this device cannot be drawn');
}

function Page() {
  return (
    <CrashBoundary>
      <BrokenDevice />
    </CrashBoundary>
  );
}

describe('CrashBoundary', () => {
  test('reports a crashed page with its component stack and redirects to /error (ERR-042, ERR-043, ANALYT-016)', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    const Stub = createRemixStub([{ path: '/', Component: Page }]);
    render(
      <I18nextProvider i18n={i18n}>
        <Stub />
      </I18nextProvider>,
    );
    await expect.poll(() => replace.mock.calls).toEqual([['/error?ref=abc']]);
    expect(sent).toMatchObject([{ message: 'this device cannot be drawn' }]);
    expect(sent[0]?.componentStack).toMatch(/BrokenDevice[\s\S]*CrashBoundary/);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.error.title);
  });
});
