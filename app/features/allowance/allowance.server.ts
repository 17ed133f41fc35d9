import type { AppLoadContext } from '@remix-run/cloudflare';
import { disambiguateAppNames } from '#app/domain/app-names';
import type { Child } from '#app/domain/child';
import { type Support, supportOf } from '#app/domain/feature-versions';
import type { ChildId, DeviceId } from '#app/domain/ids';
import { type LocalDate, localDate, weekdayOf } from '#app/domain/time';
import { extraSecondsOn } from '#app/domain/usage';
import type { ChildDevice, FoundStatus } from '#app/features/children/status/child-status.server';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { nameApps } from '#app/server/app-info.server';
import type { Parent } from '#app/server/guards.server';
import { languageOf } from '#app/server/i18n.server';
import { listInstalledApps } from '#app/wire/apps';
import { getGranularity } from '#app/wire/granularity';
import { getAttributes, putAttributes } from '#app/wire/identity';

/** The request, the parent and the child, as returned by the guard of the manage page. */
export type AllowanceContext = { request: Request; context: AppLoadContext; parent: Parent; child: Child };

/** Key in the web application's attribute store (3.15.3, S48). */
const WELCOMED = 'wasAllowanceWelcomeModalShown';

/** An app of the child. `isCounted`: its use counts as screen time. */
export type CountedApp = { bundleId: string; name: string; usedSeconds: number | null; isCounted: boolean };
/** A device that cannot count screen time, and what it lacks (ALLOW-025). */
export type BehindDevice = { id: DeviceId; name: string; support: Exclude<Support, { kind: 'ok' }> };

/** Today on the child's clock: date, weekday (0 = Sunday) and bonus time in seconds (A122). */
export type AllowanceToday = { date: LocalDate; weekday: number; extraSeconds: number };

/** Data of the panel in addition to the child; null if the plan has no daily limit (ALLOW-022). `apps`: null if they could not be read. */
export type AllowanceData = {
  isFirstTime: boolean;
  apps: Array<CountedApp> | null;
  behind: Array<BehindDevice>;
  today: AllowanceToday;
} | null;

/** Returns the reads that `loadAllowance` makes if the plan has a daily limit. */
export function toAllowanceReads(childId: ChildId): Array<Read> {
  const query = { user_id: childId };
  return [toRead(listInstalledApps, query), toRead(getGranularity, query)];
}

/**
 * Returns the panel's data, or null if the plan has no daily limit. Records the first visit, so that the welcome is shown once (ALLOW-026).
 */
export async function loadAllowance(
  { request, context, parent, child }: AllowanceContext,
  status: Promise<FoundStatus>,
): Promise<AllowanceData> {
  const { account, api } = parent;
  if (account.entitlements.limits.allowance === 'off') return null;
  const [isFirstTime, apps, { devices }] = await Promise.all([
    // The page loads even if one of these fails.
    recordFirstVisit(parent).catch(orElse(false)),
    listCountedApps(api, child.id, languageOf(request), (apps, language) => nameApps(context, apps, language)).catch(orElse(null)),
    status,
  ]);
  const date = localDate(Date.now(), child.timeZone);
  return {
    isFirstTime,
    apps,
    behind: listBehind(devices),
    today: { date, weekday: weekdayOf(date), extraSeconds: extraSecondsOn(child.allowance, date) },
  };
}

/** Returns a catch handler for API calls in a loader. It returns `value` for a thrown `Response` and rethrows any other error. */
function orElse<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Response) return value;
    throw error;
  };
}

async function recordFirstVisit({ account, api }: Parent): Promise<boolean> {
  if (account.webappFlags?.includes(WELCOMED)) return false;
  // Reads the attribute store only until the account's flags include the key.
  const { webapp } = await api.call(getAttributes, { query: {}, body: undefined });
  if (webapp[WELCOMED] === true) return false;
  // Safe to send twice.
  await api.call(putAttributes, { query: {}, body: { webapp: { [WELCOMED]: true } } }, { idempotencyKey: crypto.randomUUID() });
  return true;
}

/** Returns the child's apps, learning apps first, then by name in the user's language. */
async function listCountedApps(
  api: Api,
  childId: ChildId,
  language: string,
  toNamed: (apps: Array<CountedApp>, language: string) => Promise<Array<CountedApp>>,
): Promise<Array<CountedApp>> {
  const query = { user_id: childId };
  const [apps, [granularity]] = await Promise.all([
    api.call(listInstalledApps, { query, body: undefined }),
    api.call(getGranularity, { query, body: undefined }),
  ]);
  const uncounted = granularity?.uncounted_apps ?? [];
  const counted = apps.map(({ bundle_id: bundleId, name, used_today: usedSeconds }) => ({
    bundleId,
    name,
    usedSeconds,
    isCounted: !uncounted.includes(bundleId),
  }));
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return disambiguateAppNames(await toNamed(counted, language)).sort(
    (a, b) => Number(a.isCounted) - Number(b.isCounted) || compare(a.name, b.name),
  );
}

function listBehind(devices: Array<ChildDevice>): Array<BehindDevice> {
  return devices.flatMap((device) => {
    const support = supportOf('allowance', device);
    return support.kind === 'ok' ? [] : [{ id: device.id, name: device.name, support }];
  });
}
