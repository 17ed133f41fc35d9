import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { type Formats, PLAIN_FORMATS } from '#app/domain/formats';
import { FormatsContext } from '#app/features/shell/time/use-formats';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { english as en } from '#tests/texts.ts';
import type { AuthView } from './auth-form';
import { LandingPage } from './landing-page';

afterEach(cleanup);

const LINKS = { privacy: 'https://a.example/p', childrensPrivacy: 'https://a.example/c', terms: 'https://a.example/t' };

type Shown = { view: AuthView; reason: string | null; reply?: FormReply };

const Shown = createContext<Shown>({ view: 'login', reason: null });

function Page() {
  const { view, reason, reply } = useContext(Shown);
  return <LandingPage action={`/?index&view=${view}`} links={LINKS} reason={reason} reply={reply} token="t" view={view} />;
}

async function show(
  view: AuthView,
  reason: string | null = null,
  { reply, formats = PLAIN_FORMATS }: { reply?: FormReply; formats?: Formats } = {},
) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <FormatsContext.Provider value={formats}>
        <Shown.Provider value={{ view, reason, reply }}>
          <Stub />
        </Shown.Provider>
      </FormatsContext.Provider>
    </I18nextProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { container, drawer: container.querySelector<HTMLDetailsElement>('details.drawer') };
}

describe('LandingPage', () => {
  test.each([
    ['login', 'Create account', '/?view=signup'],
    ['signup', 'Log in', '/?view=login'],
  ] as const)('shows one link to the other view at the top of %s (LAND-004)', async (view, name, to) => {
    await show(view);
    const links = within(screen.getByRole('banner')).getAllByRole('link', { name });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([to]);
  });

  test.each(['login', 'signup'] as const)(
    'shows the form of %s in a drawer that is initially open (LAND-002, LAND-003, LAND-012)',
    async (view) => {
      const { drawer } = await show(view, 'auth_401');
      expect(drawer?.open).toBe(true);
      expect(drawer?.querySelectorAll('form [name=email], form [name=password]')).toHaveLength(2);
      expect(drawer?.querySelector('form button[name=intent]')?.getAttribute('value')).toBe(view);
      expect(drawer?.querySelector('[data-reason=auth_401]')).not.toBeNull();
    },
  );

  test.each(['idle', 'expired'])('explains in the login view why a session ended: %s', async (reason) => {
    const { drawer } = await show('login', reason);
    expect(drawer?.querySelector(`[data-reason=${reason}]`)?.textContent).toMatch(/^(?!login\.).*days.*logged you out/);
  });

  test('links external pages by their URLs (LAND-014 to LAND-017)', async () => {
    await show('login');
    const foot = within(screen.getByRole('contentinfo'));
    const hrefs = ['Privacy', 'Children’s privacy', 'Terms'].map((name) => foot.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs).toEqual(Object.values(LINKS));
    expect(foot.getByText(/Porchlight/, { selector: 'span' }).textContent).toContain(String(new Date().getUTCFullYear()));
  });

  test('shows the logo, and a menu of exactly the eight languages (I18N-009, LAND-007)', async () => {
    const { container } = await show('login');
    const logo = within(screen.getByRole('banner')).getByRole('link', { name: 'Porchlight' });
    expect(logo.querySelector('svg')).not.toBeNull();
    const languages = [...container.querySelectorAll<HTMLButtonElement>('button[name=language]')].map(({ value }) => value);
    expect(languages.toSorted()).toEqual(['de', 'en', 'es', 'fr', 'nl', 'pt-br', 'zh-cn', 'zh-tw']);
  });

  test.each(['login', 'signup'] as const)('offers no login but the parent’s in the view %s (LAND-038)', async (view) => {
    const { container } = await show(view);
    const forms = [...container.querySelectorAll('form:not([action^="/resources/"])')];
    expect(forms.map((form) => [...form.querySelectorAll('[name=intent]')].map((button) => button.getAttribute('value')))).toEqual([
      [view],
    ]);
    const links = new Set([...container.querySelectorAll('a')].map((link) => link.getAttribute('href')));
    const own = ['/?view=login', '/?view=signup', '/demo/endpoint', ...(view === 'login' ? ['/forgot'] : [])];
    expect([...links].toSorted()).toEqual([...own, ...Object.values(LINKS)].toSorted());
  });

  test('shows three screens of the product without any control (LAND-011)', async () => {
    await show('login');
    const screens = within(screen.getByRole('region', { name: 'What it looks like' }));
    expect(screens.getAllByRole('figure')).toHaveLength(3);
    expect(screens.queryAllByRole('button')).toHaveLength(0);
    expect(screens.queryAllByRole('link')).toHaveLength(0);
  });

  test('at sign-up, mentions the free plan but no trial', async () => {
    const { container } = await show('signup');
    expect(screen.getByText('Free for one device. No card needed.')).toBeDefined();
    expect(container.textContent).not.toMatch(/14 days|trial/i);
  });

  test.each([
    ['en-GB', PLAIN_FORMATS, ['Mia is blocked until 07:00', 'Next: blocked at 21:00', 'Next change: 20:30'], '0006121824'],
    [
      'en-US',
      { ...PLAIN_FORMATS, time: '{h}:{m} {a}', halves: ['AM', 'PM'] as const },
      ['Mia is blocked until 7:00 AM', 'Next: blocked at 9:00 PM', 'Next change: 8:30 PM'],
      '12 AM6 AM12 PM6 PM12 AM',
    ],
  ])('shows the times on the screens in the format of %s', async (_, formats, times, hours) => {
    const { container } = await show('login', null, { formats });
    for (const time of times) expect(screen.getByText(time)).toBeDefined();
    expect(container.querySelector('.strip-hours')?.textContent).toBe(hours);
  });

  test('does not style the question about another logged-in account as an error', async () => {
    const leaving = { accountId: '17', name: 'sara@example.com', isPasswordGone: true };
    const reply = { intent: 'login', token: 't', notice: null, lastResult: null, leaving };
    const { container } = await show('login', null, { reply });
    const question = screen.getByRole('alert');
    expect(question.textContent).toBe('You’re logged in as sara@example.com. Log out and continue?Enter the password again to continue.');
    expect([question.dataset.state, document.activeElement]).toEqual(['pending', question]);
    expect(container.querySelector('[data-state=blocked][role=alert]')).toBeNull();
    expect(screen.getByRole('link', { name: 'Stay logged in as sara@example.com' }).getAttribute('href')).toBe('/manage');
  });
});
