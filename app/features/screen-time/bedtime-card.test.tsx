import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import type { Schedule } from '~/domain/rule';
import { makeSchedule } from '~/domain/rule.fixture';
import { i18nOptions } from '~/i18n';
import { type FormReply, notice } from '~/server/form.server';
import en from '../../../locales/en.json';
import { BedtimeCard } from './bedtime-card';

afterEach(cleanup);

const bedtime = makeSchedule('21:00PT600M', { kind: 'default-schedule', id: 'bedtime', updatedAt: 1 });
const theirs = makeSchedule('22:00PT600M', { kind: 'default-schedule', id: 'bedtime', updatedAt: 2 });
const typed = { status: 'error' as const, initialValue: { from: '19:45', to: '07:00', days: ['0', '1', '2', '3', '4', '5', '6'] } };

const Shown = createContext(bedtime);

function Card() {
  const rule = useContext(Shown);
  return <BedtimeCard reply={useActionData<FormReply>()} rule={rule} shown={rule} token="t" />;
}

/** The card with an action that answers `reply`, and a way to bring it the rule as a load would. */
async function show(reply: FormReply) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  let answered = 0;
  const action = () => {
    answered += 1;
    return Response.json(reply, { status: 400 });
  };
  const Stub = createRemixStub([{ path: '/', Component: Card, action }]);
  const page = (rule: Schedule) => (
    <I18nextProvider i18n={i18n}>
      <Shown.Provider value={rule}>
        <Stub />
      </Shown.Provider>
    </I18nextProvider>
  );
  const { container, rerender } = render(page(bedtime));
  await screen.findByTestId('bedtime');
  const input = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`.unfold [name=${name}]`);
    if (found === null) throw new Error(`no field ${name}`);
    return found;
  };
  return {
    value: (name: string) => input(name).value,
    type: (name: string, value: string) => fireEvent.change(input(name), { target: { value } }),
    isOpen: () => container.querySelector('details')?.open,
    bring: (rule: Schedule) => act(() => rerender(page(rule))),
    save: async () => {
      const before = answered;
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(answered).toBe(before + 1));
      await waitFor(() => expect(container.querySelector('details')?.open).toBe(true));
    },
  };
}

function replyOf(key: string, lastResult: FormReply['lastResult']): FormReply {
  return { intent: 'bedtime-times', token: 't', notice: notice(key), lastResult };
}

test('who was too late keeps what was typed, and sends it over the newer times only when told', async () => {
  const card = await show(replyOf('error_strings.stale', typed));
  card.type('from', '19:45');
  card.bring(theirs);
  expect([card.value('from'), card.value('updated_at')]).toEqual(['19:45', '1']);
  await card.save();
  expect([card.value('from'), card.value('updated_at')]).toEqual(['19:45', '2']);
});

test.each([
  ['a limit', replyOf('error_strings.limit', typed)],
  ['no answer', replyOf('error_strings.unknown_outcome', null)],
])('%s keeps what was typed whatever a load brings; once it is stored the stored times show', async (_name, reply) => {
  const card = await show(reply);
  card.type('from', '19:45');
  await card.save();
  card.bring(theirs);
  expect([card.value('from'), card.value('updated_at')]).toEqual(['19:45', '1']);
  card.bring({ ...theirs, window: { start: 1185, minutes: 675 }, updatedAt: 3 });
  expect([card.value('from'), card.value('updated_at'), card.isOpen()]).toEqual(['19:45', '3', false]);
  card.bring({ ...theirs, updatedAt: 4 });
  expect([card.value('from'), card.value('updated_at')]).toEqual(['22:00', '4']);
});
