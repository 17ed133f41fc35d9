import { Hono } from 'hono';
import * as z from 'zod';
import { invalid } from '#app/wire/errors';
import { type AttributesWire, getAttributes, putAttributes } from '#app/wire/identity';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { getAccount, setAttributes } from '../store/account.queries';

/** Maximum size of the web application's own data, as JSON in UTF-8 (S48). */
const MOST_BYTES = 16 * 1024;
const MODEL_VERSION = 1;

const webappSchema = z.record(z.string(), z.unknown());

/** Reads and writes the account's choices and the web application's own data (S48). */
export const attributes = new Hono<FamilyApp>().get('/', handleEndpoint(getAttributes, read)).put(
  '/',
  handleEndpoint(putAttributes, (call, { body }) => {
    const before = read(call);
    const webapp = merge(before.webapp, body.webapp ?? {});
    setAttributes(call.sql, {
      marketing_optin: Number(body.account?.marketing_email_optin ?? before.account.marketing_email_optin),
      webapp_json: JSON.stringify(webapp),
    });
    call.recordChange('account', call.accountId);
    return read(call);
  }),
);

function read(call: CallContext): AttributesWire {
  const row = getAccount(call.sql);
  const webapp = webappSchema.parse(JSON.parse(row.webapp_json));
  return { account: { marketing_email_optin: row.marketing_optin === 1 }, webapp: { modelVersion: MODEL_VERSION, ...webapp } };
}

/**
 * Merges `changes` into `before`. A null removes the field; other values replace it.
 * @throws Refusal 400 for another model version or more than 16 KB
 */
function merge(before: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
  if ((merged.modelVersion ?? MODEL_VERSION) !== MODEL_VERSION) throw invalid('webapp: modelVersion must be 1', { webapp: 'modelVersion' });
  if (Buffer.byteLength(JSON.stringify(merged)) > MOST_BYTES) throw invalid('webapp: more than 16 KB', { webapp: 'too_large' });
  return merged;
}
