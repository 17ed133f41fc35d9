import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { DocumentHead } from './document-head';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FACTS = { nonce: '', formToken: '', theme: null, publicUrl: 'https://porchlight.example', countsViews: true };

async function open(path: string, facts = FACTS) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => facts,
      Component: DocumentHead,
      children: [
        { index: true, handle: { title: 'landing.title', description: 'landing.description' } },
        { path: 'signup/:groupId?', handle: { title: 'login.create_account', description: 'login.signup_description' } },
        { path: 'my-family', handle: { title: 'frame.my_family' } },
        { path: 'manage', handle: { title: 'manage.title' } },
      ],
    },
  ]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <Stub initialEntries={[path]} />
    </I18nextProvider>,
  );
  // In this test, React renders head elements in place.
  await waitFor(() => expect(container.querySelector('title')).not.toBeNull());
  const get = (selector: string, name: string) => container.querySelector(selector)?.getAttribute(name) ?? null;
  return { container, get };
}

describe('DocumentHead', () => {
  test.each([
    ['/', 'https://porchlight.example/'],
    ['/?view=signup', 'https://porchlight.example/'],
    ['/?lng=de', 'https://porchlight.example/?lng=de'],
    ['/?lng=PT', 'https://porchlight.example/?lng=pt-br'],
    ['/?lng=xx', 'https://porchlight.example/'],
    ['/?lng=../en', 'https://porchlight.example/'],
    ['/signup/friends', 'https://porchlight.example/signup'],
  ])('gives %s the canonical URL %s', async (path, canonical) => {
    const { container, get } = await open(path);
    expect(get('link[rel=canonical]', 'href')).toBe(canonical);
    expect(container.querySelectorAll('link[hreflang]')).toHaveLength(9);
    expect(get('link[hreflang=x-default]', 'href')).toBe(canonical.split('?')[0]);
    expect(get('meta[name=robots]', 'content')).toBeNull();
    expect(get('meta[name=description]', 'content')).toBeTruthy();
    expect(get('meta[property="og:image"]', 'content')).toBe('https://porchlight.example/social-preview.png');
  });

  test('marks a family page as noindex, without other metadata', async () => {
    const { container, get } = await open('/my-family');
    expect(container.querySelector('title')?.textContent).toBe('My family · Porchlight');
    expect(get('meta[name=robots]', 'content')).toBe('noindex');
    expect(container.querySelectorAll('link[rel=canonical], link[hreflang], meta[property]')).toHaveLength(0);
  });

  test('uses the plain title if the data for its placeholders are missing', async () => {
    const { container } = await open('/manage');
    expect(container.querySelector('title')?.textContent).toBe('Porchlight');
  });
});
