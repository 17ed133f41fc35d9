import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import { findInstallTarget } from '#app/domain/pairing';
import { deviceLimitMessage } from '#app/domain/plan';
import { shortenName } from '#app/features/children/short-name';
import { type Read, toRead } from '#app/server/api.server';
import { readChildApps } from '#app/server/child-apps.server';
import { externalLinks } from '#app/server/external-links.server';
import { type PairingUnderWay, readOwnFlow, updateOwnFlow } from '#app/server/flow.server';
import { attempt, newFormToken, readForm, replyInvalid, statusOf, toFormMessage, toIdempotencyKey } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { redirectToNext, redirectWithToast } from '#app/server/redirect.server';
import { flashToast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { fromWireDevice, listDevices } from '#app/wire/family';
import type { OpenPairing } from './pair-page';
import { checkPairing, renewCode, toPairingLink } from './pairing.server';

/** Pages of /pair/{page?} (A36). */
const PAGES = ['code', 'confirm', 'install', 'done'] as const;
type PairPageId = (typeof PAGES)[number];

function toPage(segment: string | undefined): PairPageId {
  const page = PAGES.find((known) => known === (segment ?? 'code'));
  if (page === undefined || segment === 'code') throw redirect('/pair');
  return page;
}

/** Returns the reads that `loadPairPage` makes. */
export function toPairReads(segment: string | undefined): Array<Read> {
  return segment === 'done' ? [toRead(listDevices, {})] : [];
}

/** Loads the page. Redirects to /pair/done once the device is paired, and to /connect if no pairing is open. */
export async function loadPairPage(request: Request, context: AppLoadContext, parent: Parent, segment: string | undefined) {
  const page = toPage(segment);
  const { account } = parent;
  const { pairing } = await readOwnFlow(request, context, account.id);
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get('pairing');
  if (wanted !== null)
    throw await resumePairing(request, context, parent, { pairId: wanted, childId: searchParams.get('child') ?? '' }, pairing);
  if (pairing === null) throw redirectToNext(context, '/connect');
  const pairingState = page === 'install' ? 'waiting' : await checkPairing(request, context, parent, pairing);
  if (pairingState === 'over') throw await redirectWithToast(context, '/connect', await dropPairing(request, context, parent, pairing));
  const paired = pairingState === 'paired';
  if (paired && page !== 'done') throw redirectToNext(context, '/pair/done');
  if (!paired && page === 'done') throw redirectToNext(context, '/pair/confirm');
  const { pairChildName, os, code, codeExpiresAt, childId } = pairing;
  const child = findChild(parent, pairing);
  const open: OpenPairing = {
    accountId: account.id,
    pairId: pairing.pairId,
    // The name that other pages show. It is unique even if two children have the same given name.
    childName: child?.name ?? pairChildName,
    os,
    code,
    codeExpiresAt,
    link: toPairingLink(context, parent, pairing),
    zone: account.timeZone,
    now: Date.now(),
  };
  return {
    page,
    open,
    device: paired ? await findDeviceName(parent, child, pairing) : null,
    manageTo: `/manage/${childId}/schedule`,
    // Other devices may have used up the limit since. Pairing is then refused, and only the device would show why.
    full: paired ? null : findDeviceLimit(parent, externalLinks(context).help),
    hasWaysOpen: searchParams.has('ways'),
    apps: readChildApps(context.env),
    isDemonstration: context.env.APP_ENV === 'demonstration',
    formToken: newFormToken(),
  };
}

export type PairPage = Awaited<ReturnType<typeof loadPairPage>>;

/**
 * Continues the open pairing of a notification, in any browser, with a code that is still valid (NOTI-035). If the pairing has ended,
 * redirects to a new one for this child. If the plan allows no more devices, redirects to the devices, so that the parent can remove one.
 */
async function resumePairing(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  wanted: Pick<PairingUnderWay, 'pairId' | 'childId'>,
  here: PairingUnderWay | null,
): Promise<Response> {
  const { api, account } = parent;
  const isFull = findDeviceLimit(parent, '') !== null;
  if (!isFull && here?.pairId === wanted.pairId && here.codeExpiresAt > Date.now()) return redirectToNext(context, '/pair');
  const outcome = await attempt(() => renewCode(api, wanted.pairId, crypto.randomUUID()));
  if (outcome.kind === 'done') {
    await updateOwnFlow(request, context, account.id, { pairing: outcome.value });
    if (!isFull) return redirectToNext(context, '/pair');
    const text = { key: 'toast.pairing_full' as const, params: { name: shortenName(outcome.value.pairChildName) } };
    return redirectWithToast(context, '/my-family', { tone: 'bad', text, undo: null });
  }
  const child = account.children.find(({ id }) => id === wanted.childId);
  const to = child === undefined ? '/connect' : `/connect?${new URLSearchParams({ child: child.id })}`;
  const isOver = outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.insufficientPrivileges;
  if (isOver && here?.pairId === wanted.pairId) await updateOwnFlow(request, context, account.id, { pairing: null });
  const nameless = { key: isOver ? ('notices.gone' as const) : ('error_strings.unknown' as const), params: {} };
  const text = isOver && child !== undefined && !isFull ? toOver(child.name) : nameless;
  return redirectWithToast(context, isOver ? (isFull ? '/my-family' : to) : '/notifications', { tone: 'bad', text, undo: null });
}

function toOver(name: string) {
  return { key: 'toast.pairing_over' as const, params: { name: shortenName(name) } };
}

function findChild({ account }: Parent, { childId }: PairingUnderWay): KnownChild | undefined {
  return account.children.find(({ id }) => id === childId);
}

/** Returns the limit that prevents another device, or null if there is none. */
function findDeviceLimit({ account }: Parent, helpUrl: string) {
  const message = deviceLimitMessage(account.entitlements, account.devicesBeside, true);
  if (message === null) return null;
  return { message, limit: account.entitlements.limits.devicesPerAccount, helpUrl };
}

/** Removes a pairing that has ended, so that another can be started. Returns the message about the ended pairing. */
async function dropPairing(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  pairing: PairingUnderWay,
): Promise<Parameters<typeof flashToast>[1]> {
  await updateOwnFlow(request, context, parent.account.id, { pairing: null });
  return { tone: 'bad', text: toOver(findChild(parent, pairing)?.name ?? pairing.pairChildName), undo: null };
}

/** Returns the name of the device that was paired, or null if it cannot be found (4.6.4). */
async function findDeviceName(
  { api }: Parent,
  child: KnownChild | undefined,
  { pairChildName: childName, pairId }: { pairChildName: string; pairId: string },
): Promise<string | null> {
  const wire = await api.call(listDevices, { query: {}, body: undefined }).catch((failure: unknown) => {
    // The device is paired anyway, so a failed call is ignored. Redirects of an ended session are rethrown.
    if (failure instanceof Response && failure.status < 400) throw failure;
    return [];
  });
  const devices = wire.map(fromWireDevice);
  const named = child === undefined ? [] : [{ ...child, name: child.givenName }];
  const target = findInstallTarget(named, devices, { childName, pairId });
  return target === false ? null : (devices.find(({ id }) => id === target.deviceId)?.name ?? null);
}

/** Renews the code of the open pairing. Redirects to /connect if no pairing is open. */
export async function answerPairForm(request: Request, context: AppLoadContext, parent: Parent) {
  const form = await readForm(request);
  const { api, account } = parent;
  const { pairing } = await readOwnFlow(request, context, account.id);
  if (pairing === null) return redirect('/connect');
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => renewCode(api, pairing.pairId, key));
  // Unknown ID: the pairing has ended since the page was rendered.
  if (outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.insufficientPrivileges) {
    await flashToast(context, await dropPairing(request, context, parent, pairing));
    return redirect('/connect');
  }
  if (outcome.kind !== 'done') return replyInvalid(form, { notice: toFormMessage(outcome) }, statusOf(outcome));
  await updateOwnFlow(request, context, account.id, { pairing: outcome.value });
  return redirect('/pair');
}
