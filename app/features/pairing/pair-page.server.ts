import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '~/domain/child';
import { findInstallTarget } from '~/domain/pairing';
import { readFlow, updateFlow } from '~/server/flow.server';
import { attempt, newFormToken, readForm, showAgain, toIdempotencyKey, toNotice } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leadOn } from '~/server/redirect.server';
import { fromWireDevice, listDevices } from '~/wire/family';
import type { OpenPairing } from './pair-page';
import { isPaired, renewCode, toPairingLink } from './pairing.server';

/** The pages of /pair/{page?} (A36). */
const PAGES = ['code', 'confirm', 'install', 'done'] as const;
type PairPageId = (typeof PAGES)[number];

function toPage(segment: string | undefined): PairPageId {
  const page = PAGES.find((known) => known === (segment ?? 'code'));
  if (page === undefined || segment === 'code') throw redirect('/pair');
  return page;
}

/** What the page shows; leads to the end as soon as the device is there, and to /connect where no pairing is under way. */
export async function loadPairPage(request: Request, context: AppLoadContext, parent: Parent, segment: string | undefined) {
  const page = toPage(segment);
  const { pairing } = await readFlow(request, context);
  if (pairing === null) throw leadOn(context, '/connect');
  const paired = page === 'install' ? false : await isPaired(request, context, parent, pairing);
  if (paired && page !== 'done') throw leadOn(context, '/pair/done');
  if (!paired && page === 'done') throw leadOn(context, '/pair/confirm');
  const { pairChildName, code, codeExpiresAt, childId } = pairing;
  const child = parent.account.children.find(({ id }) => id === childId);
  const open: OpenPairing = {
    accountId: parent.account.id,
    // As the other pages call the child, where two have one name.
    childName: child?.name ?? pairChildName,
    code,
    codeExpiresAt,
    link: toPairingLink(context, parent, pairing),
    zone: parent.account.timeZone,
    now: Date.now(),
  };
  return {
    page,
    open,
    device: paired ? await findDeviceName(parent, child, pairing) : null,
    manageTo: `/manage/${childId}/schedule`,
    formToken: newFormToken(),
  };
}

/** The name of the device that came out of a pairing; null where it cannot be found (4.6.4). */
async function findDeviceName(
  { api }: Parent,
  child: KnownChild | undefined,
  { pairChildName: childName, pairId }: { pairChildName: string; pairId: string },
): Promise<string | null> {
  const wire = await api.call(listDevices, { query: {}, body: undefined }).catch((failure: unknown) => {
    // It is paired all the same. Only a session that is over leads on.
    if (failure instanceof Response && failure.status < 400) throw failure;
    return [];
  });
  const devices = wire.map(fromWireDevice);
  const named = child === undefined ? [] : [{ ...child, name: child.givenName }];
  const target = findInstallTarget(named, devices, { childName, pairId });
  return target === false ? null : (devices.find(({ id }) => id === target.deviceId)?.name ?? null);
}

/** Gives the pairing a new code. */
export async function answerPairForm(request: Request, context: AppLoadContext, { api }: Parent) {
  const form = await readForm(request);
  const { pairing } = await readFlow(request, context);
  if (pairing === null) return redirect('/connect');
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => renewCode(api, pairing.pairId, key));
  if (outcome.kind !== 'done') return showAgain(form, { notice: toNotice(outcome) }, outcome.kind === 'unknown' ? 503 : 400);
  await updateFlow(request, context, { pairing: outcome.value });
  return redirect('/pair');
}
