import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import type { ChildId } from '#app/domain/ids';
import { selectLocatorDevice } from '#app/domain/locator';
import { CHILD_GONE } from '#app/features/children/child-gone';
import { STATUSES_READ } from '#app/features/children/status/child-status.server';
import type { Api, Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { type FormMessage, formMessage, readForm, replyInvalid } from '#app/server/form.server';
import { formAction, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { ERROR_CODES } from '#app/wire/errors';
import type { LocateTarget } from './locate-form';
import { toLocateDevice, toLocateProgress } from './locate-steps';
import { type Burst, listBursts, locateNow, stopLocating, toBurstsRead, toLocatorReads } from './locator.server';
import { LOCATOR, loadFrame, loadPositions } from './locator-page.server';
import { readLocatorState } from './locator-state';

/** Returns the reads of a child's page. */
export function toChildReads(childId: ChildId | undefined): Array<Read> {
  return [STATUSES_READ, ...toLocatorReads(), ...(childId === undefined ? [] : [toBurstsRead(childId)])];
}

/**
 * Returns the child with this ID.
 * @throws a redirect to /locator with a neutral message for a foreign, unknown or removed ID (A112)
 */
export async function requireLocatedChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Promise<KnownChild> {
  const child = account.children.find(({ id }) => id === childId);
  if (child !== undefined) return child;
  throw await redirectWithToast(context, `${LOCATOR}?all`, CHILD_GONE);
}

/** Loads a child's page. `?device=` chooses the device. A device that is not the child's has the problem «no longer connected». */
export async function loadChildPage(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireLocatedChild(context, parent, childId);
  const chosen = readLocatorState(new URL(request.url)).activeLocationDeviceId;
  const now = Date.now();
  const frame = await loadFrame(request, context, parent, now);
  const [{ children, places, credits }, bursts] = await Promise.all([
    loadPositions(parent, frame),
    frame.isIncluded ? listBursts(parent.api, child.id) : [],
  ]);
  await updateOwnFlow(request, context, parent.account.id, { childId: child.id });
  const devices = children.find(({ id }) => id === child.id)?.devices ?? [];
  const outcomeOf = (burst: Burst) => {
    const device = devices.find(({ id }) => id === burst.deviceId);
    return device === undefined ? 'expired' : toLocateProgress(burst, now, toLocateDevice(device)).outcome;
  };
  // A silent device may report again, so the page keeps polling fast.
  const active = bursts.filter((burst) => ['active', 'silent'].includes(outcomeOf(burst)));
  return {
    ...frame,
    child: { id: child.id, name: child.name, colorSlot: child.colorSlot, pictureIndex: child.pictureIndex, photo: child.photo },
    zone: child.timeZone,
    parentZone: parent.account.timeZone,
    devices,
    device: selectLocatorDevice(devices, chosen),
    /** True if the chosen device is not, or no longer, a device of this child. */
    isChosenGone: chosen !== null && !devices.some(({ id }) => id === chosen),
    bursts,
    busyId: active.some((burst) => outcomeOf(burst) === 'active') ? child.id : null,
    // During a request the page polls fast, also after a reload (9.2.13).
    actionAgeMs: active.length > 0 ? now - Math.max(...active.map(({ deliveredAt, requestedAt }) => deliveredAt ?? requestedAt)) : null,
    children,
    places,
    credits,
    titleParams: { name: child.name },
  };
}

/**
 * Handles «Locate now» for one device or several, and «Stop» for one; devices of other families are left out. One leads to its child’s page, which shows each
 * step with its time. Several lead to the page of everyone.
 */
export async function answerLocate(request: Request, parent: Parent) {
  const form = await readForm(request);
  const family = parent.account.children.map(({ id }) => id);
  const targets = form.fields.getAll('target').flatMap((value) => toTarget(String(value), family) ?? []);
  const [first] = targets;
  if (!['locate', 'locate-stop'].includes(form.intent ?? '') || first === undefined)
    return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const page = `${LOCATOR}/${first.childId}?device=${encodeURIComponent(first.deviceId)}`;
  return formAction(form, {
    call: (key) => (form.intent === 'locate' ? locateAll(parent.api, targets, key) : stopLocating(parent.api, first.deviceId, key)),
    done: () => redirect(targets.length === 1 ? page : `${LOCATOR}?all&asked`),
    failed: (failure) => replyFailure(form, failure, { messages: planMessage(parent) }),
  });
}

function toTarget(value: string, family: ReadonlyArray<ChildId>): LocateTarget | null {
  const [childId = '', deviceId = '', ...rest] = value.split(' ');
  return family.includes(childId) && deviceId !== '' && rest.length === 0 ? { childId, deviceId } : null;
}

/**
 * Asks each device for fresh positions. One that accepts is enough.
 * @throws the first error if no device accepts
 */
async function locateAll(api: Api, targets: ReadonlyArray<LocateTarget>, key: string): Promise<void> {
  const outcomes = await Promise.allSettled(
    targets.map(({ childId, deviceId }, index) => locateNow(api, childId, deviceId, index === 0 ? key : `${key}-${index}`)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined && outcomes.every(({ status }) => status === 'rejected')) throw failed.reason;
}

/** Returns the message for a refusal if the plan has no location. The plan may have changed since the page was rendered. */
export function planMessage({ account }: Parent): Record<string, FormMessage> {
  if (account.entitlements.limits.geolocation === 'on') return {};
  return { [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }) };
}
