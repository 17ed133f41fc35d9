import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { KeyForm, type SecretField } from './key-form';
import type { KeyOutcome } from './key-work';
import { RecoverySheet } from './recovery-sheet';

afterEach(cleanup);

const given: { i18n: ReturnType<typeof createInstance>; page: ReactNode } = { i18n: createInstance(), page: null };

function Page() {
  return <I18nextProvider i18n={given.i18n}>{given.page}</I18nextProvider>;
}

const Stub = createRemixStub([{ path: '/', Component: Page }]);

async function show(page: ReactNode) {
  await given.i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  given.page = page;
  render(<Stub />);
}

const PASSPHRASE: SecretField = { name: 'secret', label: 'Passphrase', kind: 'password', isNew: true };

async function form(outcome: KeyOutcome, field = PASSPHRASE) {
  const secretsGiven: Array<Record<string, string>> = [];
  const onDone = vi.fn();
  const work = async (secrets: Record<string, string>) => {
    secretsGiven.push(secrets);
    return outcome;
  };
  await show(
    <KeyForm
      button="Go"
      email="ada.lovelace@example.com"
      fields={[field]}
      onDone={onDone}
      waiting="Waiting"
      work={work}
      wrong={{ field: 'secret', text: 'Not this one.' }}
    />,
  );
  const input = screen.getByLabelText(field.label);
  const send = (text: string) => {
    fireEvent.change(input, { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  };
  return { given: secretsGiven, onDone, input, send };
}

describe('KeyForm', () => {
  test('checks a new passphrase against the password rules before using it (A15)', async () => {
    const { given, input, send } = await form({ kind: 'done' });
    send('seven77');
    expect(await screen.findByText(en.error_strings.password_too_short)).toBeDefined();
    expect(document.activeElement).toBe(input);
    send('x'.repeat(97));
    expect(await screen.findByText(en.error_strings.password_too_long)).toBeDefined();
    send('Ada.Lovelace');
    expect(await screen.findByText(en.error_strings.password_own_email)).toBeDefined();
    expect(given).toEqual([]);
  });

  test('passes on a secret untrimmed and clears its field once the work is done', async () => {
    const { given, onDone, input, send } = await form({ kind: 'done' });
    send(' eight 8 ');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(given).toEqual([{ secret: ' eight 8 ' }]);
    expect(input).toHaveProperty('value', '');
  });

  test('shows a wrong secret under its field and keeps the text, and shows other failures above the form', async () => {
    const { input, send } = await form({ kind: 'wrong' });
    send('long enough');
    expect(await screen.findByText('Not this one.')).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input).toHaveProperty('value', 'long enough');
    cleanup();
    const other = await form({ kind: 'failed', notice: 'key.not_here' });
    other.send('long enough');
    expect((await screen.findByRole('alert')).textContent).toContain(en.key.not_here);
  });

  test('accepts an old password that is too short for a new one, but not an empty one', async () => {
    const { given, send } = await form({ kind: 'done' }, { name: 'secret', label: 'Password', kind: 'password' });
    send('');
    expect(await screen.findByText(en.error_strings.empty_password)).toBeDefined();
    send('six666');
    await vi.waitFor(() => expect(given).toEqual([{ secret: 'six666' }]));
  });

  const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');

  test('activates the recovery code once the two requested words are correct', async () => {
    const confirm = vi.fn(async (): Promise<KeyOutcome> => ({ kind: 'done' }));
    const onDone = vi.fn();
    await show(<RecoverySheet draft={{ words: WORDS, confirm }} email="a@b.de" onDone={onDone} onLeave={() => {}} onOutdated={() => {}} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(WORDS);
    const fields = screen.getAllByLabelText(/^Word \d+$/);
    expect(fields).toHaveLength(2);
    const press = () => fireEvent.click(screen.getByRole('button', { name: en.recovery_code.confirm }));
    press();
    expect(await screen.findAllByText(en.recovery_code.confirm_empty)).toHaveLength(2);
    expect(document.activeElement).toBe(fields[0]);
    for (const field of fields) fireEvent.change(field, { target: { value: 'legalese' } });
    press();
    expect(await screen.findAllByText(en.recovery_code.confirm_wrong)).toHaveLength(2);
    expect(confirm).not.toHaveBeenCalled();
    for (const field of fields) {
      const word = WORDS[Number(field.getAttribute('name')?.slice('word-'.length))] ?? '';
      fireEvent.change(field, { target: { value: ` ${word.toUpperCase()}` } });
    }
    press();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('reports a recovery code as outdated if the password changed after it was created', async () => {
    const [onDone, onOutdated] = [vi.fn(), vi.fn()];
    const confirm = async (): Promise<KeyOutcome> => ({ kind: 'wrong' });
    await show(
      <RecoverySheet draft={{ words: WORDS, confirm }} email="a@b.de" onDone={onDone} onLeave={() => {}} onOutdated={onOutdated} />,
    );
    for (const field of screen.getAllByLabelText(/^Word \d+$/)) {
      const word = WORDS[Number(field.getAttribute('name')?.slice('word-'.length))] ?? '';
      fireEvent.change(field, { target: { value: word } });
    }
    fireEvent.click(screen.getByRole('button', { name: en.recovery_code.confirm }));
    await vi.waitFor(() => expect(onOutdated).toHaveBeenCalledOnce());
    expect(onDone).not.toHaveBeenCalled();
  });
});
