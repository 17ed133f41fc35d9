import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ChildId } from '~/domain/ids';
import type { Read } from '~/server/api.server';
import { readChildApps } from '~/server/child-apps.server';
import type { Parent } from '~/server/guards.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { listDevices, toDevicesRead } from './devices.server';
import { pickDevice } from './picked-device.server';

/** What `loadDevicesPanel` reads. */
export function toDevicesReads(childId: ChildId): Array<Read> {
  return [toDevicesRead(childId)];
}

/** The devices of one child, and the one that `?device=` looks at closely. */
export async function loadDevicesPanel(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId) {
  const devices = await listDevices(parent.api, childId);
  const back = `/manage/${childId}/devices`;
  const picked = await pickDevice(context, parent, devices, new URL(request.url).searchParams, back);
  return { devices, picked, childApps: await describeChildApps(request, context) };
}

/**
 * Where the child app comes from, as the pairing pages say it: a link for each kind of device, else words alone. Made here, so that this page
 * need not load their texts.
 */
async function describeChildApps(request: Request, { env }: AppLoadContext): Promise<Array<{ words: string; to: string | null }>> {
  const t = await i18n.getFixedT(languageOf(request));
  const apps = readChildApps(env);
  const links = (['iOS', 'android', 'other'] as const).flatMap((os) =>
    apps[os] === null ? [] : [{ words: t('pair.app_get', { os: t(`os.${os}`) }), to: apps[os] }],
  );
  return links.length > 0 ? links : [{ words: t(env.APP_ENV === 'demonstration' ? 'pair.app_demo' : 'pair.app_ask'), to: null }];
}
