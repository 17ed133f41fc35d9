import type { AppLoadContext } from '@remix-run/cloudflare';
import { compareByName } from '#app/domain/child';
import { deviceLimitMessage } from '#app/domain/plan';
import { includesSamples } from '#app/domain/sample-config';
import { loadChildDialog } from '#app/features/children/profile/child-dialog.server';
import { externalLinks } from '#app/server/external-links.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { zoneOfNewChild } from '#app/server/start-session.server';
import { toShownZone } from '#app/server/zones.server';
import { getVewInfo } from '#app/wire/samples';
import { firstOs, tappedFor } from './connect-choice.server';

/** Loads /connect: the children, the preselected choices, the dialog about a child, and the plan’s device limit. */
export async function loadConnectPage(request: Request, context: AppLoadContext, parent: Parent) {
  const { account } = parent;
  const { children, entitlements, devicesBeside, isFull } = account;
  const own = zoneOfNewChild(context, account);
  return {
    family: children.toSorted(compareByName),
    chosenId: tappedFor(request),
    os: firstOs(context.env),
    picked: await loadChildDialog(request, context, parent, '/connect'),
    zone: toShownZone(request, own.zone),
    isZoneGuess: own.isGuess,
    message: deviceLimitMessage(entitlements, devicesBeside, await hasActiveSampling(parent)),
    limit: entitlements.limits.devicesPerAccount,
    helpUrl: externalLinks(context).help,
    /** Null if a device is paired. Otherwise the requested page that needs a device, or ''. */
    needsDevice: account.deviceCount === 0 ? (new URL(request.url).searchParams.get('from') ?? '') : null,
    isFull,
    formToken: newFormToken(),
    seq: account.seq,
  };
}

/** True if a device makes screenshots, or if the plan has none (A44). A failure only costs the hint. */
async function hasActiveSampling({ account, api }: Parent): Promise<boolean> {
  if (!includesSamples(account.entitlements) || account.isFull) return true;
  try {
    const body = { request_type: 'get_vew_info' as const, request_args: {} };
    const { devices } = await api.call(getVewInfo, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
    return devices.some(({ vewStatus }) => vewStatus === 'active');
  } catch (error) {
    if (error instanceof Response) return true;
    throw error;
  }
}

export type ConnectPage = Awaited<ReturnType<typeof loadConnectPage>>;
