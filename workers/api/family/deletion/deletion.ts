import { Hono } from 'hono';
import { changeDeletion, type DeletionWire, getDeletion } from '#app/wire/identity';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { getAccount } from '../store/account.queries';
import { cancelDeletion, requestDeletion } from './deletion-request';
import { DELETION_WAIT_MS } from './purge';

/** Requests, cancels and returns the deletion of the account (S11). */
export const deletion = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(getDeletion, (call) => {
      const at = getAccount(call.sql).deletion_requested_at;
      return toWire(at === null ? 'none' : 'deletion_requested', at);
    }),
  )
  .post(
    '/',
    handleEndpoint(changeDeletion, (call, { body }) => {
      const at = getAccount(call.sql).deletion_requested_at;
      if (body.action === 'request_deletion') {
        if (at !== null) return toWire('duplicate_request_ignored', at);
        requestDeletion(call);
        return toWire('deletion_requested', call.now);
      }
      return toWire(cancelDeletion(call) ? 'deletion_cancelled' : 'none', null);
    }),
  );

function toWire(status: DeletionWire['status'], at: number | null): DeletionWire {
  return { status, requested_ts: at, purge_ts: at === null ? null : at + DELETION_WAIT_MS };
}
