import { describe, expect, test } from 'vitest';
import { scrub } from './scrub';

describe('scrub', () => {
  test.each([
    ['No account mia.k+x@example.co.uk here', 'No account <email> here'],
    ['GET /manage/01JBZQ5X2M7W3K8Y4T6V9R0C1D failed', 'GET /manage/<id> failed'],
    ['session 8f14e45f-ceea-467f-9a36-dedd4bea2543', 'session <id>'],
    ['at https://porchlight.example/reset?token=abc&x=1 line 3', 'at https://porchlight.example/reset?… line 3'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9', 'Bearer <id>'],
    ['c2VjcmV0LXNlY3JldC1zZWNyZXQx== is wrong', '<id> is wrong'],
    ['last seen at 52.520008,13.404954', 'last seen at <number>,<number>'],
    ['cannot draw data:image/png;base64,iVBORw0KGgo=', 'cannot draw <data>'],
    ['TypeError: x?.toLocaleUpperCase is not a function', 'TypeError: x?.toLocaleUpperCase is not a function'],
    [
      '    at RenderErrorBoundaryOfTheWholePage (/assets/root-BxQ3aF1z.js:12:3456)',
      '    at RenderErrorBoundaryOfTheWholePage (/assets/root-BxQ3aF1z.js:12:3456)',
    ],
    ['took 1.25 s', 'took 1.25 s'],
    ['password=hunter2 and "token": "abc"', 'password=… and "token": "…"'],
    ['no such key in this list', 'no such key in this list'],
    ['GET /reset/joe/abcDEF123456 failed', 'GET /reset/… failed'],
  ])('replaces %j with %j (ANALYT-014)', (text, written) => {
    expect(scrub(text)).toBe(written);
  });
});
