import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import type { ChildId } from '#app/domain/ids';
import { selectLocatorDevice } from '#app/domain/locator';
import { CHILD_GONE } from '#app/features/children/child-gone';
import { STATUSES_READ } from '#app/features/children/status/child-status.server';
import type { Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { type FormMessage, formMessage, readForm, replyInvalid, textOf } from '#app/server/form.server';
import { formAction, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { ERROR_CODES } from '#app/wire/errors';
import { listBursts, locateNow, toBurstsRead, toLocatorReads } from './locator.server';
import { LOCATOR, loadFrame, loadPositions } from './locator-page.server';

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
  const query = new URL(request.url).searchParams;
  const now = Date.now();
  const frame = await loadFrame(request, context, parent, now);
  const [{ children, places, credits }, bursts] = await Promise.all([
    loadPositions(parent, frame),
    frame.isIncluded ? listBursts(parent.api, child.id) : [],
  ]);
  await updateOwnFlow(request, context, parent.account.id, { childId: child.id });
  const chosen = query.get('device');
  const devices = children.find(({ id }) => id === child.id)?.devices ?? [];
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
    places,
    credits,
    titleParams: { name: child.name },
  };
}

/** Handles «Locate now». The page then shows each step with its time. */
export async function answerLocate(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireLocatedChild(context, parent, childId);
  const form = await readForm(request);
  if (form.intent !== 'locate') return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const deviceId = textOf(form.fields, 'device_id');
  return formAction(form, {
    call: (key) => locateNow(parent.api, child.id, deviceId, key),
    done: () => redirect(`${LOCATOR}/${child.id}?device=${encodeURIComponent(deviceId)}`),
    failed: (failure) => replyFailure(form, failure, { messages: planMessage(parent) }),
  });
}

/** Returns the message for a refusal if the plan has no location. The plan may have changed since the page was rendered. */
export function planMessage({ account }: Parent): Record<string, FormMessage> {
  if (account.entitlements.limits.geolocation === 'on') return {};
  return { [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }) };
}
