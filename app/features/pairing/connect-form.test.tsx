import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext, useState } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { Child } from '#app/domain/child';
import { i18nOptions } from '#app/i18n';
import type { FormReply } from '#app/server/form.server';
import { takeOver } from '#tests/take-over.ts';
import { english as en } from '#tests/texts.ts';
import { ConnectForm } from './connect-form';

afterEach(cleanup);

const NOBODY: Child = {
  id: '',
  name: '',
  timeZone: 'UTC',
  colorSlot: 0,
  pictureIndex: null,
  photo: null,
  birthday: null,
  gender: null,
  locale: null,
  allowance: { isOn: false, isSet: false, seconds: [0, 0, 0, 0, 0, 0, 0], extra: null },
  deviceIds: [],
  retired: false,
  updatedAt: 0,
};
const ANN = { ...NOBODY, id: 'ann', name: 'Ann' };
const BEN = { ...NOBODY, id: 'ben', name: 'Ben' };

const Families = createContext<[before: Array<Child>, after: Array<Child>, reply?: FormReply]>([[], []]);

/** The form, with a button that changes the family as another tab would. */
function Page() {
  const [before, after, reply] = useContext(Families);
  const [family, setFamily] = useState(before);
  return (
    <>
      <button onClick={() => setFamily(after)} type="button">
        elsewhere
      </button>
      <ConnectForm chosenId={null} family={family} isZoneGuess os="iOS" reply={reply} token="t" zone={{ zone: 'UTC', label: 'UTC' }} />
    </>
  );
}

async function show(before: Array<Child>, after: Array<Child>, typeEarly?: () => void, reply?: FormReply) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  const tree = (
    <I18nextProvider i18n={i18n}>
      <Families.Provider value={reply === undefined ? [before, after] : [before, after, reply]}>
        <Stub />
      </Families.Provider>
    </I18nextProvider>
  );
  const { container } = typeEarly === undefined ? render(tree) : takeOver(tree, typeEarly);
  const elsewhere = await screen.findByRole('button', { name: 'elsewhere' });
  const sent = () => {
    const fields = new FormData(container.querySelector('form') ?? undefined);
    return [fields.get('child'), fields.get('name')];
  };
  return { changeElsewhere: () => fireEvent.click(elsewhere), sent };
}

describe('ConnectForm', () => {
  test('keeps a typed name and «new child» when another tab adds a child (PAIR-002)', async () => {
    const { changeElsewhere, sent } = await show([], [ANN]);
    fireEvent.change(screen.getByLabelText(en.child.name), { target: { value: 'Leo' } });
    changeElsewhere();
    expect(sent()).toEqual(['new', 'Leo']);
    fireEvent.click(screen.getByRole('radio', { name: 'Ann' }));
    expect(sent()).toEqual(['ann', null]);
  });

  test('shows the specified error for a missing name after our own error text (FAM-030)', async () => {
    const lastResult = { status: 'error' as const, initialValue: { child: 'new', name: '' }, error: { name: ['missing_name'] } };
    await show([], [], undefined, { intent: 'connect', token: 't', notice: null, lastResult });
    const shown = [...document.querySelectorAll('.wrong')].map(({ textContent }) => textContent);
    expect(shown).toEqual([en.error_strings.missing_name, 'Missing require param for user creation']);
  });

  test('shows an error when the chosen child was removed elsewhere, and chooses no other', async () => {
    const { changeElsewhere, sent } = await show([ANN, BEN], [BEN]);
    expect(sent()).toEqual(['ann', null]);
    changeElsewhere();
    expect(sent()).toEqual([null, null]);
    expect(screen.getByRole('group', { name: en.connect.whose }).textContent).toContain(en.connect.child_gone);
    fireEvent.click(screen.getByRole('radio', { name: 'Ben' }));
    expect(sent()).toEqual(['ben', null]);
    expect(screen.queryByText(en.connect.child_gone)).toBeNull();
  });

  test.each([
    ['a new child', 'Leo', en.connect.new_child, ['new', 'Leo']],
    ['another child', '', 'Ben', ['ben', null]],
    // The server then asks whether the parent means the child or the name.
    ['a child and a name', 'Leo', 'Ben', ['ben', 'Leo']],
  ])('keeps a choice made before hydration: %s', async (_name, typed, whose, expected) => {
    const { sent } = await show([ANN, BEN], [], () => {
      fireEvent.click(screen.getByRole('radio', { name: whose }));
      fireEvent.input(screen.getByLabelText(en.child.name), { target: { value: typed } });
    });
    expect(sent()).toEqual(expected);
  });

  test('preselects the device type with a child app', async () => {
    await show([ANN], []);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: en.os.iOS }).checked).toBe(true);
  });
});
