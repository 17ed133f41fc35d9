import { findAccount } from './account.queries';
import { listDueIds } from './due.queries';
import { listLiveUndoAddresses } from './undo.queries';

/**
 * References to a family in the directory and the catalog. `emails`: its address first, then addresses that can still be restored.
 * `coupons`: codes of the account. `skus` and `groupId`: its plans and benefit group. Contains no pairing codes, because only their hashes
 * are stored.
 */
export type FamilyEntries = {
  emails: Array<string>;
  sso: { issuer: string; subject: string } | null;
  coupons: Array<string>;
  skus: Array<string>;
  groupId: string | null;
};

export function listEntries(sql: SqlStorage, now: number): FamilyEntries | null {
  const account = findAccount(sql);
  if (account === null) return null;
  const { email, sso_issuer: issuer, sso_subject: subject } = account;
  return {
    emails: [...new Set([email, ...listLiveUndoAddresses(sql, now), ...listDueIds(sql, 'address')])].filter((one) => one !== ''),
    sso: issuer === null || subject === null ? null : { issuer, subject },
    coupons: listNames(sql, 'SELECT code AS name FROM coupon ORDER BY code'),
    skus: listNames(sql, 'SELECT sku AS name FROM sku ORDER BY sku'),
    groupId: account.group_id,
  };
}

function listNames(sql: SqlStorage, query: string): Array<string> {
  return sql
    .exec<{ name: string }>(query)
    .toArray()
    .map(({ name }) => name);
}
