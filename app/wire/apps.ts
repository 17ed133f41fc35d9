import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** An app on at least one device of the child. `name` and `version` as the device that reported last has them. */
export const installedAppSchema = z.object({
  bundle_id: z.string(),
  name: z.string(),
  version: z.string(),
  device_ids: z.array(idSchema),
  /** When it was first reported. */
  installed_ts: instantSchema,
  /** The device that had it first had it when it first told of its apps: it is there since then, and nobody installed it. Ours. */
  came_with_device: z.boolean(),
  /** Seconds on the child's local today, all devices together; null where no device tells. Ours. */
  used_today: z.number().int().nonnegative().nullable(),
});
export type InstalledAppWire = z.infer<typeof installedAppSchema>;

/** GET /installed_apps?user_id: what the child's devices reported last, as one list (S23). */
export const listInstalledApps: Endpoint<{ user_id: string }, undefined, Array<InstalledAppWire>> = {
  method: 'GET',
  path: '/installed_apps',
  auth: 'session',
  query: z.object({ user_id: idSchema }),
  body: nothingSchema,
  output: z.array(installedAppSchema),
};

/** What the app-info service knows of an app (3.11.2). Addresses are absolute, or paths of the web application. */
export const appInfoSchema = z.object({
  bundle_id: z.string(),
  /** The ids under which other systems know the same app. Ours; a service of before it has none. */
  other_ids: z.array(z.string()).default([]),
  title: z.string(),
  description: z.string(),
  screenshots: z.array(z.string()),
  videos: z.array(z.string()),
  /** 0 to 5; null = none. */
  rating: z.number().min(0).max(5).nullable(),
  content_rating: z.string().nullable(),
  advisories: z.array(z.string()),
  genres: z.array(z.string()),
  logo: z.string().nullable(),
});
export type AppInfoWire = z.infer<typeof appInfoSchema>;

const appInfoQuery = z.object({ bundle_id: z.string().min(1).max(256), locale: z.string().min(2).max(35) });
/** GET /app_info?bundle_id&locale: unsigned, an own service with a base address of its own; unknown → 404 (A55). */
export const getAppInfo: Endpoint<z.infer<typeof appInfoQuery>, undefined, AppInfoWire> = {
  method: 'GET',
  path: '/app_info',
  auth: 'none',
  query: appInfoQuery,
  body: nothingSchema,
  output: appInfoSchema,
};

/** What of an app's media a page asks for: the first, and how many, as the answer about the app counts them from 1. */
const MEDIA_NAME = /^(?:logo|(?:screenshot|video)-(?:[1-9]|10))$/;

export type AppMediaName = 'logo' | `${'screenshot' | 'video'}-${number}`;

export function isAppMediaName(text: string): text is AppMediaName {
  return MEDIA_NAME.test(text);
}

/** Where the web application shows a file of an app that is known under this id, in one of the eight languages. */
export function appMediaPath(bundleId: string, language: string, name: AppMediaName): string {
  return `/resources/app-media/${encodeURIComponent(bundleId)}/${language}/${name}`;
}
