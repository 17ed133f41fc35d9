import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import { deviceLimitMessage } from '#app/domain/plan';
import { externalLinks } from '#app/server/external-links.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { attempt, formMessage, replyInvalid, type SubmittedForm, statusOf, toFormMessage, toIdempotencyKey } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { zoneOfNewChild } from '#app/server/start-session.server';
import { readZone } from '#app/server/zones.server';
import { validateConnect } from './connect.schemas';
import { toLimitLink } from './limit-link';
import { NEW_CHILD } from './new-child';
import { openPairing } from './pairing.server';

/** Starts the requested pairing and redirects to its page, or shows the form again with errors. */
export async function answerConnectForm(request: Request, context: AppLoadContext, parent: Parent, form: SubmittedForm) {
  const submission = validateConnect(form.fields);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply() });
  const { child, name = '', time_zone: submittedZone = '', os } = submission.value;
  const fault = findChildFault(parent.account.children, child, name.trim());
  if (fault !== null) return replyInvalid(form, { lastResult: submission.reply({ fieldErrors: { child: [fault] } }) });
  // If the form names no time zone, the child gets the default zone.
  const zone = child !== NEW_CHILD || submittedZone === '' ? zoneOfNewChild(context, parent.account) : readZone(request, submittedZone);
  if ('fault' in zone) return replyInvalid(form, { lastResult: submission.reply({ fieldErrors: { time_zone: [zone.fault] } }) });
  const timeZone = zone.zone;
  const wanted = child === NEW_CHILD ? { os, childName: name.trim(), timeZone } : { os, childId: child };
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => openPairing(parent.api, wanted, key));
  if (outcome.kind === 'done') {
    await updateOwnFlow(request, context, parent.account.id, { pairing: outcome.value });
    return redirect('/pair');
  }
  // Only the API checks for a taken name, because a repeated form must find the child that it created.
  if (outcome.kind === 'refused' && outcome.refusal.details.reason === 'name_taken')
    return replyInvalid(form, { lastResult: submission.reply({ fieldErrors: { name: ['name_taken'] } }) });
  const message = deviceLimitMessage(parent.account.entitlements, parent.account.devicesBeside, true) ?? 'max_devices';
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? parent.account.deviceCount) : 0;
  const own = { limit: formMessage(`messages.${message}`, { count: limit }, toLimitLink(message, externalLinks(context).help)) };
  return replyInvalid(form, { lastResult: submission.reply(), notice: toFormMessage(outcome, own) }, statusOf(outcome));
}

/**
 * Returns the error in the choice of an existing child, or null. Without script, the name field is always visible. A typed name that
 * differs from the child's is therefore ambiguous.
 */
function findChildFault(family: Array<KnownChild>, child: string, typed: string): 'child_gone' | 'name_beside_child' | null {
  if (child === NEW_CHILD) return null;
  const chosen = family.find(({ id }) => id === child);
  if (chosen === undefined) return 'child_gone';
  return typed === '' || typed === chosen.givenName ? null : 'name_beside_child';
}
