import { Hono } from 'hono';
import { changeDeletion, type DeletionWire, getDeletion } from '../../../../app/wire/identity';
import { getAccount, setDeletionRequested } from '../accounts/account.queries';
import { answer, type FamilyApp } from '../answer';
import type { Call } from '../call';
import { DELETION_WAIT_MS } from '../farewell';

/** The wish that the account be deleted: asked for, taken back, looked at (S11). */
export const deletion = new Hono<FamilyApp>()
  .get(
    '/',
    answer(getDeletion, (call) => {
      const at = getAccount(call.sql).deletion_requested_at;
      return toWire(at === null ? 'none' : 'deletion_requested', at);
    }),
  )
  .post(
    '/',
    answer(changeDeletion, (call, { body }) => {
      const at = getAccount(call.sql).deletion_requested_at;
      if (body.action === 'request_deletion') return at === null ? request(call) : toWire('duplicate_request_ignored', at);
      return at === null ? toWire('none', null) : cancel(call);
    }),
  );

function request(call: Call): DeletionWire {
  setDeletionRequested(call.sql, call.now);
  call.due('purge', '', call.now + DELETION_WAIT_MS);
  call.changed('account', call.accountId);
  mail(call, 'deletion-requested');
  return toWire('deletion_requested', call.now);
}

function cancel(call: Call): DeletionWire {
  setDeletionRequested(call.sql, null);
  call.notDue('purge', '');
  call.changed('account', call.accountId);
  mail(call, 'deletion-cancelled');
  return toWire('deletion_cancelled', null);
}

function mail(call: Call, template: 'deletion-requested' | 'deletion-cancelled'): void {
  const { email, locale, time_zone } = getAccount(call.sql);
  const link = new URL('/account', call.env.PUBLIC_URL).toString();
  call.send({ to: email, locale, template, link, facts: { at: call.now, timeZone: time_zone } });
}

function toWire(status: DeletionWire['status'], at: number | null): DeletionWire {
  return { status, requested_ts: at, purge_ts: at === null ? null : at + DELETION_WAIT_MS };
}
