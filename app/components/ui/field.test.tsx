import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Field, SelectField } from './field';
import { PasswordField } from './password-field';
import { TextField } from './text-field';

afterEach(cleanup);

function wordsOf(element: HTMLElement): Array<string | undefined> {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? undefined);
}

describe('Field', () => {
  test('links error, hint and unit to the input', () => {
    render(
      <Field errors={['Too short', 'Too plain']} hint="8 or more" id="number" label="Number" name="number" type="number" unit="min" />,
    );
    const input = screen.getByRole('spinbutton', { name: 'Number' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(wordsOf(input)).toEqual(['Too shortToo plain', '8 or more', 'min']);
  });

  test('has no aria-describedby without error, hint and unit', () => {
    render(<Field id="name" label="Name" name="name" />);
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect([input.getAttribute('aria-describedby'), input.getAttribute('aria-invalid')]).toEqual([null, null]);
  });

  test.each([
    ['a text area', <TextField errors={['Wrong']} hint="Help" id="it" key="it" label="It" name="it" />],
    [
      'a select list',
      <SelectField errors={['Wrong']} hint="Help" id="it" key="it" label="It" name="it">
        <option>a</option>
      </SelectField>,
    ],
  ])('links error and hint to %s', (_name, field) => {
    render(field);
    const input = screen.getByLabelText('It');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(wordsOf(input)).toEqual(['Wrong', 'Help']);
  });

  test.each([
    ['text', 'Mia'],
    ['email', 'Mia'],
  ])('trims the value of a %s field to %j on blur (AUTH-068, ERR-052)', (type, left) => {
    render(<Field id="field" label="Field" name="field" type={type} />);
    expect(leave(screen.getByLabelText('Field'))).toHaveProperty('value', left);
  });

  test('trims multiline text on blur', () => {
    render(<TextField id="note" label="Note" name="note" />);
    expect(leave(screen.getByLabelText('Note'))).toHaveProperty('value', 'Mia');
  });

  test('does not trim a password, and labels the button that shows the password', () => {
    render(<PasswordField hide="Hide it" id="password" label="Password" name="password" show="Show it" />);
    const input = screen.getByLabelText('Password');
    expect(leave(input)).toHaveProperty('value', ' Mia ');
    expect(input).toHaveProperty('type', 'password');
    fireEvent.click(screen.getByRole('button', { name: 'Show it', pressed: false }));
    expect(input).toHaveProperty('type', 'text');
    expect(leave(input)).toHaveProperty('value', ' Mia ');
    fireEvent.click(screen.getByRole('button', { name: 'Hide it', pressed: true }));
    expect(input).toHaveProperty('type', 'password');
  });

  function leave(input: HTMLElement) {
    fireEvent.change(input, { target: { value: ' Mia ' } });
    fireEvent.blur(input);
    return input;
  }
});
