import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { deviceLimitMessage } from '~/domain/plan';
import { isTimeZone } from '~/domain/time';
import { externalLinks } from '~/server/external-links.server';
import { updateFlow } from '~/server/flow.server';
import { attempt, notice, type SubmittedForm, showAgain, toIdempotencyKey, toNotice } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { validateConnect } from './connect.schemas';
import { toLimitLink } from './limit-link';
import { NEW_CHILD } from './new-child';
import { openPairing } from './pairing.server';

/** Opens the pairing that the form asks for and leads to its page. */
export async function answerConnectForm(request: Request, context: AppLoadContext, parent: Parent, form: SubmittedForm) {
  const submission = validateConnect(form.fields);
  if (submission.status !== 'success') return showAgain(form, { lastResult: submission.reply() });
  const { child, name = '', time_zone: said = '', os } = submission.value;
  const timeZone = isTimeZone(said) ? said : parent.account.timeZone;
  const wanted = child === NEW_CHILD ? { os, childName: name.trim(), timeZone } : { os, childId: child };
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => openPairing(parent.api, wanted, key));
  if (outcome.kind === 'done') {
    await updateFlow(request, context, { pairing: outcome.value });
    return redirect('/pair');
  }
  const message = deviceLimitMessage(parent.account.entitlements, parent.account.deviceCount, true) ?? 'max_devices';
  const limit = outcome.kind === 'refused' ? (outcome.refusal.details.limit ?? parent.account.deviceCount) : 0;
  const own = { limit: notice(`messages.${message}`, { count: limit }, toLimitLink(message, externalLinks(context).help)) };
  return showAgain(form, { lastResult: submission.reply(), notice: toNotice(outcome, own) }, outcome.kind === 'unknown' ? 503 : 400);
}
