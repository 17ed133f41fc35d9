import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { KnownChild } from '#app/domain/child';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { child as makeChild } from '#tests/child-status.ts';
import { english as en } from '#tests/texts.ts';
import type { ChildDialog } from './child-dialog.server';
import { toChildFormValues } from './child-form-values';
import { ChildPages } from './child-pages';

afterEach(cleanup);

const berlin = { zone: 'Europe/Berlin', label: 'Berlin, Germany' };
const ben: KnownChild = { ...makeChild({ id: 'ben', name: 'Ben', timeZone: 'Europe/Berlin', updatedAt: 5 }), givenName: 'Ben' };
const opened: ChildDialog = { page: 'edit', child: ben, zone: berlin };
const newChild = { page: 'new' as const, zone: { zone: 'UTC', label: 'UTC' }, isZoneGuess: true, canPair: false };

type Shown = { picked: ChildDialog; reply?: FormReply };
const ShownContext = createContext<Shown>({ picked: opened });

function Page() {
  const { picked, reply } = useContext(ShownContext);
  return <ChildPages back="/" picked={picked} reply={reply} token="t" />;
}

/**
 * Opens a dialog.
 * @returns a function that renders it again with later page data
 */
async function show(first: Shown): Promise<(later: Shown) => void> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const at = (shown: Shown) => (
    <I18nextProvider i18n={i18n}>
      <ShownContext.Provider value={shown}>
        <Stub />
      </ShownContext.Provider>
    </I18nextProvider>
  );
  const { rerender } = render(at(first));
  await screen.findByRole('dialog');
  return (later) => rerender(at(later));
}

const shownIn = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;

describe('ChildPages', () => {
  test('keeps the fields and version of an open form when the child changes; a reply updates both (S29)', async () => {
    const later = await show({ picked: opened });
    // The first control in the dialog is the name field, before any link.
    expect(document.querySelector('dialog :is(a, input:not([type=hidden]))')).toHaveProperty('name', 'name');
    const name = document.querySelector('[name=name]');
    if (name !== null) fireEvent.change(name, { target: { value: 'Benny' } });
    const now = { ...ben, timeZone: 'Asia/Tokyo', updatedAt: 6 };
    const tokyo = { zone: 'Asia/Tokyo', label: 'Tokyo, Japan' };
    later({ picked: { ...opened, child: now, zone: tokyo } });
    expect([shownIn('updated_at'), shownIn('time_zone'), shownIn('name')]).toEqual(['5', 'Berlin, Germany', 'Benny']);
    expect(JSON.parse(shownIn('opened') ?? '')).toMatchObject({ name: 'Ben', time_zone: 'Europe/Berlin' });
    const texts = toChildFormValues(now);
    const initialValue = { ...texts, time_zone: tokyo.label, name: 'Benny', updated_at: '6', opened: JSON.stringify(texts) };
    const notice = { key: 'child.changed', params: { facts: 'x' }, link: null };
    later({
      picked: { ...opened, child: now, zone: tokyo },
      reply: { intent: 'edit-child', token: 't', notice, lastResult: { initialValue } },
    });
    expect([shownIn('updated_at'), shownIn('time_zone'), shownIn('name')]).toEqual(['6', 'Tokyo, Japan', 'Benny']);
    expect(JSON.parse(shownIn('opened') ?? '')).toMatchObject({ time_zone: 'Asia/Tokyo' });
  });

  test.each([
    ['new child', newChild, 'new-child', [en.error_strings.missing_name, 'Missing require param for user creation']],
    ['edited child', opened, 'edit-child', [en.error_strings.missing_name]],
  ])('shows the specification’s sentence for a missing name only at creation: %s (FAM-030)', async (_case, picked, intent, expected) => {
    const lastResult = { status: 'error' as const, initialValue: { name: '' }, error: { name: ['missing_name'] } };
    await show({ picked, reply: { intent, token: 't', notice: null, lastResult } });
    expect([...document.querySelectorAll('.wrong')].map(({ textContent }) => textContent)).toEqual(expected);
  });

  const ticked = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value;

  test('keeps the choice and version of an open profile picture form; a reply updates only the version (S29)', async () => {
    const face = { page: 'face' as const, child: ben };
    const later = await show({ picked: face });
    const now = { ...ben, colorSlot: 7, pictureIndex: 2, updatedAt: 6 };
    later({ picked: { ...face, child: now } });
    expect([shownIn('updated_at'), shownIn('opened'), ticked('slot'), ticked('avatar_idx')]).toEqual(['5', '3', '3', '']);
    const initialValue = { slot: '9', updated_at: '6', opened: '7 2' };
    const notice = { key: 'error_strings.stale', params: {}, link: null };
    const reply = { intent: 'face', token: 't', notice, lastResult: { initialValue } };
    cleanup();
    // The page as rendered without script.
    await show({ picked: { ...face, child: now }, reply });
    expect([shownIn('updated_at'), shownIn('opened'), ticked('slot'), ticked('avatar_idx')]).toEqual(['6', '7 2', '9', '']);
  });

  test.each([
    [true, ['new-child', 'new-child-pair']],
    [false, ['new-child']],
  ])('submits «Add» on Enter and offers pairing only if the plan has room for a device: %s (FAM-003)', async (canPair, intents) => {
    await show({ picked: { ...newChild, canPair } });
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('value'))).toEqual(intents);
  });
});
