import { describe, expect, test } from 'vitest';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { writePaymentReminder } from './payment-reminder.server';

const at = Date.UTC(2026, 6, 1, 22, 30);
const request = (language: string) => new Request('https://porchlight.example/manage', { headers: { 'Accept-Language': language } });

describe('writePaymentReminder', () => {
  test('names the next attempt in the account’s time zone and the parent’s language', async () => {
    const wire = { ...ACCOUNT_WIRE, time_zone: 'Europe/Berlin', payment_due: { next_attempt_ts: at } };
    const year = new Date().getFullYear() === 2026 ? '' : ' 2026';
    expect(await writePaymentReminder(request('en-GB'), wire)).toEqual({
      text: `Your card was declined. We try again on 2 July${year}.`,
      link: 'Change card',
    });
    expect((await writePaymentReminder(request('de'), wire))?.text).toMatch(/am 2\.\sJuli/);
  });

  test('says what to do after the last attempt, and nothing without a failed payment', async () => {
    const last = await writePaymentReminder(request('en'), { ...ACCOUNT_WIRE, payment_due: { next_attempt_ts: null } });
    expect(last?.text).toBe('Your card was declined. Use another card to keep your plan.');
    expect(await writePaymentReminder(request('en'), ACCOUNT_WIRE)).toBeNull();
    expect(await writePaymentReminder(request('en'), { ...ACCOUNT_WIRE, payment_due: undefined })).toBeNull();
  });
});
