import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ChildId } from '#app/domain/ids';
import type { Read } from '#app/server/api.server';
import { readChildApps } from '#app/server/child-apps.server';
import type { Parent } from '#app/server/guards.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { listDevices, toDevicesRead } from './devices.server';
import { pickDevice } from './picked-device.server';

/** Returns the reads that `loadDevicesPanel` makes. */
export function toDevicesReads(childId: ChildId): Array<Read> {
  return [toDevicesRead(childId)];
}

/** Loads the devices of one child, and the one selected by `?device=`. */
export async function loadDevicesPanel(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId) {
  const devices = await listDevices(parent.api, childId);
  const back = `/manage/${childId}/devices`;
  const picked = await pickDevice(context, parent, devices, new URL(request.url).searchParams, back);
  return { devices, picked, childApps: await describeChildApps(request, context) };
}

/**
 * Returns where to get the child app: a link for each device type, or only text. The texts are resolved here, so that the page need not
 * load their text set.
 */
async function describeChildApps(request: Request, { env }: AppLoadContext): Promise<Array<{ words: string; to: string | null }>> {
  const t = await i18n.getFixedT(languageOf(request));
  const apps = readChildApps(env);
  const links = (['iOS', 'android', 'other'] as const).flatMap((os) =>
    apps[os] === null ? [] : [{ words: t('pair.app_get', { os: t(`os.${os}`) }), to: apps[os] }],
  );
  return links.length > 0 ? links : [{ words: t(env.APP_ENV === 'demonstration' ? 'pair.app_demo' : 'pair.app_ask'), to: null }];
}
