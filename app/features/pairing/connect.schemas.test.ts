import { describe, expect, test } from 'vitest';
import { validateChild } from '../children/profile/child.schemas';
import { validateConnect } from './connect.schemas';

function typed(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe('validateConnect', () => {
  test.each([
    ['Mia', null],
    ['  Mia ', null],
    ['😀'.repeat(64), null],
    ['<script>alert(1)</script>', null],
    ['😀'.repeat(65), 'name_too_long'],
    ['', 'missing_name'],
    ['   ', 'missing_name'],
  ])('checks the name %j, with the error %s', (name, fault) => {
    const child = validateChild(typed({ name, time_zone: 'UTC' })).reply();
    const connect = validateConnect(typed({ child: 'new', name, os: 'android' })).reply();
    expect(child.error?.name?.[0] ?? null).toBe(fault);
    expect(connect.error?.name?.[0] ?? null).toBe(fault);
  });

  test('reports all errors of a child together', () => {
    const { error } = validateChild(typed({ name: ' ', time_zone: '', birthday: '2999-01-01' })).reply();
    expect(error).toEqual({ name: ['missing_name'], time_zone: ['missing_time_zone'], birthday: ['birthday_in_future'] });
  });

  test('trims the name in the schema, which also runs without script', () => {
    const submission = validateChild(typed({ name: '  Mia ', time_zone: 'UTC' }));
    expect(submission.status === 'success' ? submission.value.name : null).toBe('Mia');
  });

  test('accepts an existing child without a name; refuses an unknown system or a missing child', () => {
    expect(validateConnect(typed({ child: 'some-id', name: '', os: 'iOS' })).status).toBe('success');
    expect(validateConnect(typed({ child: 'some-id', os: 'toaster' })).status).toBe('error');
    // If the chosen child was removed, no child is posted, and the form must not fall back to another child.
    expect(validateConnect(typed({ name: 'Mia', os: 'iOS' })).reply().error).toEqual({ child: ['child_gone'] });
  });
});
