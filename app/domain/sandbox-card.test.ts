import { describe, expect, test } from 'vitest';
import { isReusableToken, readTestToken, SANDBOX_CARDS, tokenizeTestCard } from './sandbox-card.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const FORM = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: ' Jo Miller ' };

function tokenize(change: Partial<typeof FORM> = {}) {
  return tokenizeTestCard({ ...FORM, ...change }, NOW, 'abcdefgh');
}

describe('tokenizeTestCard', () => {
  test('makes a token that holds the name and the date, but not the number', () => {
    const made = tokenize();
    expect(made).toEqual({ token: 'tok_visa:1230:abcdefgh:Jo%20Miller' });
    expect(readTestToken('tok_visa:1230:abcdefgh:Jo%20Miller')).toEqual({
      ...{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, name: 'Jo Miller', behavior: 'pays', fingerprint: null },
    });
  });

  test.each(Object.entries(SANDBOX_CARDS))('makes a token for the published number of %s', (name, { number, behavior }) => {
    const made = tokenize({ number });
    expect(made).toEqual({ token: expect.stringMatching(new RegExp(`^${name}:`)) });
    expect('token' in made ? readTestToken(made.token)?.behavior : null).toBe(behavior);
  });

  test.each([
    [{ number: '' }, { number: 'required' }],
    [{ number: '4111111111111111' }, { number: 'not_test_card' }],
    [{ number: '4242 4242 4242 4241' }, { number: 'not_test_card' }],
    [{ expiry: '' }, { expiry: 'required' }],
    [{ expiry: '13/30' }, { expiry: 'invalid' }],
    [{ expiry: '10/26' }, { expiry: 'expired' }],
    [{ cvc: '' }, { cvc: 'required' }],
    [{ cvc: '12' }, { cvc: 'invalid' }],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'Jo 4111111111111111' }, { name: 'invalid' }],
    [{ name: '４１１１１１１１１１１１１１１１' }, { name: 'invalid' }],
    [{ name: 'Jo ٤١١١' }, { name: 'invalid' }],
    [{ name: 'Jo ④' }, { name: 'invalid' }],
    [
      { number: '', cvc: 'x' },
      { number: 'required', cvc: 'invalid' },
    ],
  ])('refuses %o', (change, errors) => {
    expect(tokenize(change)).toEqual({ errors });
  });

  test.each([
    ['11/26', true],
    ['1126', true],
    ['11 / 2026', true],
    ['1/27', true],
    ['10/26', false],
  ])('accepts the date %s until the end of its month: %s', (expiry, isTaken) => {
    expect('token' in tokenize({ expiry })).toBe(isTaken);
  });
});

describe('readTestToken', () => {
  test.each(['', 'tok_nothing', 'tok_visa:99', '4242424242424242'])('returns null for %j', (token) => {
    expect(readTestToken(token)).toBeNull();
  });

  test('isReusableToken returns true only for the name of a test card alone', () => {
    expect([isReusableToken('tok_visa'), isReusableToken('tok_visa:1230:abcdefgh:Jo'), isReusableToken('x')]).toEqual([true, false, false]);
  });
});
