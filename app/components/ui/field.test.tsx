import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Field } from './field';

afterEach(cleanup);

test('label, error and hint belong to the input', () => {
  render(<Field errors={['Too short']} hint="8 or more" id="password" label="Password" name="password" type="password" />);
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-describedby')).toBe('password-error password-hint');
  expect(document.getElementById('password-error')?.textContent).toContain('Too short');
});

test.each([
  ['text', 'Mia'],
  ['email', 'Mia'],
  ['password', ' Mia '],
])('a %s field is left with %j', (type, left) => {
  render(<Field id="field" label="Field" name="field" type={type} />);
  const input = screen.getByLabelText('Field');
  fireEvent.change(input, { target: { value: ' Mia ' } });
  fireEvent.blur(input);
  expect(input).toHaveProperty('value', left);
});
