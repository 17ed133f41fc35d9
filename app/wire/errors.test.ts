import { describe, expect, test } from 'vitest';
import { ERROR_CODES, fromErrorBody, invalid, outsideAccount, REQUEST_CODES, Refusal, readErrorCode, toErrorBody } from './errors.ts';

describe('errors', () => {
  test('has the numbers of the error catalog (ERR-001 to ERR-003, 005, 006, 008 to 013)', () => {
    expect(ERROR_CODES).toEqual({
      duplicateEmail: 100,
      unsupportedScheme: 210,
      invalidPassword: 300,
      invalidEmail: 301,
      insufficientPrivileges: 410,
      rateLimited: 413,
      couponInvalid: 433,
      unknown: 500,
    });
    expect(REQUEST_CODES).toEqual({ reauth: -2, network: 0, badRequest: 400, unauthorised: 401, forbidden: 403 });
  });

  test.each([
    [{ errors: { code: 410, message: '' } }, 410],
    [{ errors: { code: 100, message: 'x', more: 1 } }, 100],
    [{ errors: { code: 999, message: '' } }, 500],
    [{ errors: { code: '410', message: '' } }, 500],
    [{ errors: { message: '' } }, 500],
    [{ code: 410 }, 500],
    [null, 500],
    ['text', 500],
    [undefined, 500],
  ])('reads the code of %j as %j (ERR-008, ERR-015)', (body, code) => {
    expect(readErrorCode(body)).toBe(code);
  });

  test('keeps all details of a refusal over the wire', () => {
    const refusals = [
      outsideAccount(),
      invalid('text', { name: 'wrong' }),
      new Refusal(410, 403, 'used up', { reason: 'limit', limit: 5, resetsAt: 7 }),
      new Refusal(500, 400, 'stale', { reason: 'stale', current: { a: 1 } }),
      new Refusal(410, 410, 'gone', { reason: 'gone' }),
    ];
    for (const refusal of refusals) {
      const body: unknown = JSON.parse(JSON.stringify(toErrorBody(refusal, 9)));
      const { code, status, message, details } = fromErrorBody(refusal.status, body);
      expect({ code, status, message, details }).toEqual({ ...refusal, message: refusal.message, name: undefined });
      expect(body).not.toHaveProperty('server_time');
    }
  });

  test('includes the server time with a 401', () => {
    expect(toErrorBody(new Refusal(500, 401, 'Clock skew too large', { reason: 'skew' }), 9)).toEqual({
      errors: { code: 500, message: 'Clock skew too large', reason: 'skew' },
      server_time: 9,
    });
  });

  test('reads an invalid error body or an unknown reason as a refusal (ERR-015, ERR-016)', () => {
    expect(fromErrorBody(400, '<html>')).toMatchObject({ code: 500, status: 400, message: 'Unknown error', details: {} });
    expect(fromErrorBody(404, { errors: { code: 500, message: 'Unknown call' } })).toMatchObject({ status: 404 });
    expect(fromErrorBody(418, { errors: { code: 500, message: 'x' } })).toMatchObject({ status: 400 });
    expect(fromErrorBody(403, { errors: { code: 410, message: 'x', reason: 'tomorrow' } }).details.reason).toBeUndefined();
  });
});
