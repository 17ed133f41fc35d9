import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getAttributes, putAttributes } from '#app/wire/identity';
import { Parent } from '#tests/clients/parent';
import { readRows, send } from '#tests/clients/worker';

function put(parent: Parent, body: object) {
  return parent.call(putAttributes, { body });
}

describe('attributes', () => {
  test('returns only the version for a new account (CONST-084, PREF-001, PREF-002)', async () => {
    const parent = await Parent.signUp(send);
    expect(await parent.call(getAttributes)).toEqual({ account: { marketing_email_optin: false }, webapp: { modelVersion: 1 } });
  });

  test('merges the sent fields and returns the stored result (PREF-004, PREF-007)', async () => {
    const parent = await Parent.signUp(send);
    expect(await put(parent, { account: { marketing_email_optin: true } })).toEqual({
      account: { marketing_email_optin: true },
      webapp: { modelVersion: 1 },
    });
    await put(parent, { webapp: { system_of_units: 'metric', list: [1], isSeen: true, isLeft: false } });
    expect((await parent.call(getAccount)).webapp_flags).toEqual(['isSeen']);
    await put(parent, { webapp: { isSeen: null, isLeft: null } });
    const stored = await put(parent, { webapp: { modelVersion: 1, list: { a: null }, system_of_units: null } });
    expect(stored).toEqual({ account: { marketing_email_optin: true }, webapp: { modelVersion: 1, list: { a: null } } });
    expect(await parent.call(getAttributes)).toEqual(stored);
    expect(await (await Parent.signIn(send, parent.email)).call(getAttributes)).toEqual(stored);
    expect(await put(parent, {})).toEqual(stored);
    expect((await parent.call(getAccount)).marketing_email_optin).toBe(true);
  });

  test('refuses another version, unknown account fields and more than 16 KB without storing anything', async () => {
    const parent = await Parent.signUp(send);
    const wrongs = [
      { webapp: { modelVersion: 2 } },
      { webapp: { modelVersion: '1' } },
      { webapp: [] },
      { account: { email: 'x' } },
      { account: { marketing_email_optin: 'yes' } },
      // More than 16 KB in bytes, but not in characters.
      { webapp: { text: 'ä'.repeat(8 * 1024) } },
    ];
    for (const body of wrongs) expect((await parent.raw('PUT', '/account_attributes', body)).status, JSON.stringify(body)).toBe(400);
    expect(await readRows(parent.accountId, 'SELECT webapp_json FROM account')).toEqual([{ webapp_json: '{}' }]);
    const most = 'x'.repeat(16 * 1024 - '{"modelVersion":1,"text":""}'.length);
    await put(parent, { webapp: { modelVersion: 1, text: most } });
    expect((await parent.raw('PUT', '/account_attributes', { webapp: { one: 1 } })).status).toBe(400);
    expect((await parent.call(getAttributes)).webapp).toEqual({ modelVersion: 1, text: most });
  });

  test('accepts field names that have a meaning in JavaScript', async () => {
    const parent = await Parent.signUp(send);
    const body = '{"webapp":{"constructor":1,"toString":2,"deep":{"__proto__":{"polluted":true}}}}';
    await put(parent, JSON.parse(body));
    expect(Object('').polluted).toBeUndefined();
    expect((await parent.call(getAttributes)).webapp).toMatchObject({ constructor: 1, toString: 2 });
  });
});
