import { describe, expect, test } from 'vitest';
import { findJob, type QueuedMail } from './bindings';

describe('findJob', () => {
  test.each([
    ['a job', { kind: 'billing', accountId: 'a' } as const, { kind: 'billing', accountId: 'a' }],
    ['a job of the earlier format', { errand: 'billing', accountId: 'a' }, { kind: 'billing', accountId: 'a' }],
    [
      'a deletion of the earlier format',
      { errand: 'farewell', accountId: 'a', emails: [] },
      { kind: 'deletion', accountId: 'a', emails: [] },
    ],
  ])('returns %s', (_, message, expected) => {
    expect(findJob(message)).toEqual(expected);
  });

  test('returns null for an email', () => {
    expect(findJob({ accountId: 'a', outboxId: 'b', to: 'mia@example.com' } as unknown as QueuedMail)).toBeNull();
  });
});
