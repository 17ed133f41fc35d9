import { cleanup, render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeviceOs } from '#app/domain/device';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { type AppSource, ChildAppSource } from './child-app-source';

afterEach(cleanup);

const NONE = { iOS: null, android: null, other: null };

/** Renders the component. Returns its text and its links with their URLs. */
async function show(os: DeviceOs, source: Partial<AppSource>, withOthers = false) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <ChildAppSource os={os} source={{ apps: NONE, isDemonstration: false, ...source }} withOthers={withOthers} />
    </I18nextProvider>,
  );
  const links = [...container.querySelectorAll('a')].map((link) => [link.textContent?.trim(), link.getAttribute('href')]);
  return { words: container.textContent, links };
}

const IPHONE = ['Get the child app: iPhone or iPad', 'https://a.example/i'];
const ANDROID = ['Get the child app: Android', 'https://a.example/a'];
const apps = { ...NONE, iOS: 'https://a.example/i', android: 'https://a.example/a' };

describe('ChildAppSource', () => {
  test('links to the child app for the paired device', async () => {
    expect((await show('android', { apps })).links).toEqual([ANDROID]);
    expect((await show('iOS', { apps, isDemonstration: true })).links).toEqual([IPHONE]);
  });

  test('also links to the child apps for other devices if requested', async () => {
    expect((await show('android', { apps }, true)).links).toEqual([ANDROID, IPHONE]);
  });

  test('says whom to ask for the app if no URL is set for the device', async () => {
    expect(await show('android', {})).toEqual({ words: en.pair.app_ask, links: [] });
    const { words, links } = await show('other', { apps }, true);
    expect(words).toContain(en.pair.app_ask);
    expect(links).toEqual([IPHONE, ANDROID]);
  });

  test('names the simulator in the demonstration if no app is set', async () => {
    const { words } = await show('android', { isDemonstration: true });
    expect(words).toBe(en.pair.app_demo);
    expect(words).toContain('npm run device');
  });

  test('in the demonstration, says whom to ask for the app if only other device types have one', async () => {
    const { words, links } = await show('other', { apps, isDemonstration: true }, true);
    expect(words).toContain(en.pair.app_ask);
    expect(words).not.toContain(en.pair.app_demo);
    expect(links).toEqual([IPHONE, ANDROID]);
  });
});
