import { describe, expect, test } from 'vitest';
import { readCode, readEnrolmentFile, readLink } from './enrollment.ts';

const KEY = 'k'.repeat(43);
const LINK = `https://porch.example/api/pairing?email=a%40b.example&pair_id=p1&token=acc.tok&child_name=Mia#k=${KEY}`;
const FROM_LINK = { enrolment: { by: 'link', pairId: 'p1', token: 'acc.tok', pinnedKey: KEY }, apiUrl: 'https://porch.example/api' };

describe('enrollment', () => {
  test.each([
    ['ABCD-2345', 'ABCD-2345'],
    ['abcd2345', 'ABCD-2345'],
    ['oil1-2345', '0111-2345'],
  ])('reads the code %s as %s', (typed, code) => {
    expect(readCode(typed)).toEqual({ enrolment: { by: 'code', code, pinnedKey: null }, apiUrl: null });
  });

  test.each(['', 'ABCD', 'ABCD-23456', 'UUUU-2345'])('rejects «%s» as a code', (typed) => expect(readCode(typed)).toBeNull());

  test('reads address, pairing and key pin from a link', () => expect(readLink(LINK)).toEqual(FROM_LINK));

  test('ignores a key pin of the wrong shape', () => {
    expect(readLink(LINK.slice(0, -1))?.enrolment.pinnedKey).toBeNull();
    expect(readLink(LINK.split('#')[0] ?? '')?.enrolment.pinnedKey).toBeNull();
  });

  test.each([
    'not a link',
    'ftp://x/pairing?pair_id=p&token=t',
    'https://porch.example/pair?pair_id=p&token=t',
    'https://porch.example/pairing?pair_id=p',
  ])('rejects «%s» as a pairing link', (text) => expect(readLink(text)).toBeNull());

  test('reads a link, a code or separate fields from a file', () => {
    expect(readEnrolmentFile(JSON.stringify({ link: LINK }))).toEqual(FROM_LINK);
    expect(readEnrolmentFile(JSON.stringify({ code: 'ABCD2345', api: 'http://127.0.0.1:1' }))).toEqual({
      enrolment: { by: 'code', code: 'ABCD-2345', pinnedKey: null },
      apiUrl: 'http://127.0.0.1:1',
    });
    expect(readEnrolmentFile(JSON.stringify({ pair_id: 'p1', token: 'acc.tok', key: KEY }))).toEqual({ ...FROM_LINK, apiUrl: null });
  });

  test.each(['', '{}', '[]', '{"pair_id":"p"}', '{"code":"no"}'])('rejects %s as an enrollment file', (text) =>
    expect(readEnrolmentFile(text)).toBeNull(),
  );
});
