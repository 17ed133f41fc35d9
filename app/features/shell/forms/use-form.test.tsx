import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type FormEvent, StrictMode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { useForm } from './use-form';

type LastResult = Parameters<typeof useForm>[0]['lastResult'];

let sent: Array<string> = [];

afterEach(() => {
  cleanup();
  sent = [];
});

/** Loads a check that accepts names of one to three letters. */
async function load() {
  return (fields: FormData) => {
    const name = String(fields.get('name') ?? '');
    return name === '' || name.length > 3
      ? { status: 'error', error: { name: [name === '' ? 'missing' : 'long'] } }
      : { status: 'success' };
  };
}

function NameForm({ lastResult = null }: { lastResult?: LastResult }) {
  const { form, field } = useForm<'name'>({ id: 'f', defaultValue: { name: 'Leo' }, lastResult, load });
  const name = field('name');
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (!event.defaultPrevented) sent.push(String(new FormData(event.currentTarget).get('name')));
    event.preventDefault();
  };
  return (
    <form {...form} onSubmit={onSubmit}>
      <button type="button">before</button>
      <input aria-label="name" defaultValue={name.initialValue} id={name.id} name={name.name} />
      <output>{name.errors?.join()}</output>
    </form>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>('name');
const statusText = () => screen.getByRole('status').textContent;
const submit = () => fireEvent.submit(input().closest('form') ?? input());
const type = (value: string) => fireEvent.input(input(), { target: { value } });

/** Focuses the form and waits until its check is loaded. */
async function touched() {
  fireEvent.focus(input());
  const before = input().value;
  type('');
  await waitFor(() => {
    submit();
    expect(statusText()).toBe('missing');
  });
  type(before);
  sent = [];
}

describe('useForm', () => {
  test('submits the form unchecked before its first focus', () => {
    render(<NameForm />);
    type('');
    submit();
    expect([sent, statusText(), input().id]).toEqual([[''], '', 'f-name']);
  });

  test('shows no errors while the user types for the first time (ERR-050)', async () => {
    render(<NameForm />);
    fireEvent.focus(input());
    await waitFor(() => expect(statusText()).toBe(''));
    type('');
    expect(statusText()).toBe('');
  });

  test('blocks an invalid form, shows the error and focuses the field; then validates on every input (ERR-050, ERR-051)', async () => {
    render(<NameForm />);
    await touched();
    screen.getByRole('button').focus();
    type('Amalia');
    submit();
    expect([sent, statusText(), document.activeElement]).toEqual([[], 'long', input()]);
    type('Mia');
    expect(statusText()).toBe('');
    type('');
    expect(statusText()).toBe('missing');
    type('Ben');
    submit();
    expect([sent, statusText()]).toEqual([['Ben'], '']);
  });

  test('shows values and errors from the server, and moves the focus only for an answer after the first render', () => {
    const first: LastResult = { status: 'error', initialValue: { name: 'x' }, error: { name: ['taken'] } };
    const { rerender } = render(<NameForm lastResult={first} />, { wrapper: StrictMode });
    expect([input().value, statusText(), document.activeElement]).toEqual(['x', 'taken', document.body]);
    rerender(<NameForm lastResult={null} />);
    expect([input().value, statusText()]).toEqual(['x', 'taken']);
    rerender(<NameForm lastResult={{ status: 'error', initialValue: { name: 'y' }, error: { name: ['long'] } }} />);
    expect([statusText(), document.activeElement]).toEqual(['long', input()]);
  });

  test('keeps a field empty that was submitted empty, and the initial value of a field that was not submitted', () => {
    const answered = (fields: Array<string>): LastResult => ({ status: 'error', initialValue: {}, fields, error: { name: ['missing'] } });
    render(<NameForm lastResult={answered(['name'])} />);
    expect([input().value, statusText()]).toEqual(['', 'missing']);
    cleanup();
    render(<NameForm lastResult={answered(['other'])} />);
    expect(input().value).toBe('Leo');
  });

  test('turns off the browser’s own validation', () => {
    render(<NameForm />);
    expect(input().closest('form')?.noValidate).toBe(true);
  });
});
