import type { AppLoadContext } from '@remix-run/cloudflare';
import type { BundleId } from '#app/domain/app-rules';
import { cleanName } from '#app/domain/child';
import { getAppInfo } from '#app/wire/apps';
import { type AppInfoCache, createAppInfoCache } from './app-info-cache.server';
import { ownEndpoint } from './endpoint-choice.server';

/** App info (3.11.2). URLs are paths of this web application. */
export type AppInfo = {
  /** Ids of the same app on other platforms. */
  otherIds: Array<string>;
  title: string;
  description: string;
  screenshots: Array<string>;
  videos: Array<string>;
  /** 0 to 5; null without ratings. */
  rating: number | null;
  contentRating: string | null;
  advisories: Array<string>;
  genres: Array<string>;
  logo: string | null;
};

const KEPT_MAX = 4000;
/** Maximum number of uncached apps that one list loads. The next page load continues with the rest. */
const ASKED_MAX = 40;
const PATIENCE_MS = 800;

const cache = createAppInfoCache<AppInfo>(KEPT_MAX);

/** Returns the info of one app. Null if the service does not know it or does not respond (APPS-029). */
export function findAppInfo(context: AppLoadContext, bundleId: BundleId, locale: string): Promise<AppInfo | null> {
  return cache.get(bundleId, locale, (markIncomplete) => ask(context, bundleId, locale, markIncomplete));
}

/**
 * Returns the info of these apps that is cached or arrives within `PATIENCE_MS`. The map has no entry for an app without info. Loads at
 * most `ASKED_MAX` uncached apps.
 */
export async function listAppInfos(
  context: AppLoadContext,
  bundleIds: Array<BundleId>,
  locale: string,
  known: AppInfoCache<AppInfo> = cache,
): Promise<Map<BundleId, AppInfo>> {
  const missing = bundleIds.filter((bundleId) => known.peek(bundleId, locale) === undefined).slice(0, ASKED_MAX);
  if (missing.length > 0) {
    const answers = Promise.all(
      missing.map((bundleId) => known.get(bundleId, locale, (markIncomplete) => ask(context, bundleId, locale, markIncomplete))),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([answers, patience]);
    clearTimeout(timer);
    context.waitUntil(answers);
  }
  return new Map(
    bundleIds.flatMap((bundleId): Array<[BundleId, AppInfo]> => {
      const info = known.peek(bundleId, locale);
      return info ? [[bundleId, info]] : [];
    }),
  );
}

type Named = { bundleId: BundleId; name: string };

/** Returns the app's display name: its title in the user's language, else its untrusted name on the device, else its ID. */
export function nameOfApp({ bundleId, name }: Named, info: AppInfo | null): string {
  return info?.title ?? (cleanName(name) || bundleId);
}

/**
 * Returns the apps with their display names in the user's language. Apps whose info does not arrive within `PATIENCE_MS` get the device's
 * name, or their ID.
 */
export async function nameApps<App extends Named>(
  context: AppLoadContext,
  apps: ReadonlyArray<App>,
  locale: string,
  known: AppInfoCache<AppInfo> = cache,
): Promise<Array<App>> {
  const infos = await listAppInfos(
    context,
    apps.map(({ bundleId }) => bundleId),
    locale,
    known,
  );
  return apps.map((app) => ({ ...app, name: nameOfApp(app, infos.get(app.bundleId) ?? null) }));
}

async function ask(context: AppLoadContext, bundleId: BundleId, locale: string, markIncomplete: () => void): Promise<AppInfo | null> {
  const { env } = context;
  const isOwn = env.APP_INFO_URL === undefined;
  const url = new URL((env.APP_INFO_URL ?? ownEndpoint(context)) + getAppInfo.path);
  url.searchParams.set('bundle_id', bundleId);
  url.searchParams.set('locale', locale);
  const call = new Request(url, { signal: AbortSignal.timeout(PATIENCE_MS * 2) });
  const response = await (isOwn ? env.API.fetch(call) : (env.OUTSIDE?.fetch(call) ?? fetch(call)));
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw new Error(`GET ${getAppInfo.path} returned ${response.status}`);
  // The API sends this header while its media service is down. Such a response must not stay cached for five days.
  if (isOwn && response.headers.get('Cache-Control') === 'public, max-age=60') markIncomplete();
  const wire = getAppInfo.output.parse(await response.json());
  const own = (addresses: Array<string>) => addresses.flatMap((address) => toOwnPath(address, env.PUBLIC_URL) ?? []);
  return {
    otherIds: wire.other_ids,
    title: wire.title,
    description: wire.description,
    screenshots: own(wire.screenshots),
    videos: own(wire.videos),
    rating: wire.rating,
    contentRating: wire.content_rating,
    advisories: wire.advisories,
    genres: wire.genres,
    logo: wire.logo === null ? null : toOwnPath(wire.logo, env.PUBLIC_URL),
  };
}

/** Paths of app media that this server fetched, and of media files that an operator adds to the pages. */
const SHOWABLE = /^\/resources\/app-media\/|\.(?:avif|gif|jpe?g|mp4|png|webm|webp)$/i;

/**
 * Returns the path of a URL of our origin, or null. Null for other sites, which would learn who views which app. Also null for pages:
 * viewing an app must not open /logout, for example.
 */
function toOwnPath(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && SHOWABLE.test(url.pathname) ? url.pathname : null;
}
