import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** An app on at least one device of the child. `name` and `version` come from the latest report. */
export const installedAppSchema = z.object({
  bundle_id: z.string(),
  name: z.string(),
  version: z.string(),
  device_ids: z.array(idSchema),
  /** When a device first reported the app. */
  installed_ts: instantSchema,
  /** True if the app was in the first app list of its first device, so it was not installed later. Not in the specification. */
  came_with_device: z.boolean(),
  /** Seconds on the child's current local date, on all devices; null if no device reports it. Not in the specification. */
  used_today: z.number().int().nonnegative().nullable(),
});
export type InstalledAppWire = z.infer<typeof installedAppSchema>;

/** GET /installed_apps?user_id: the apps last reported by the child's devices, as one list (S23). */
export const listInstalledApps: Endpoint<{ user_id: string }, undefined, Array<InstalledAppWire>> = {
  method: 'GET',
  path: '/installed_apps',
  auth: 'session',
  query: z.object({ user_id: idSchema }),
  body: nothingSchema,
  output: z.array(installedAppSchema),
};

/** Information about an app from the app-info service (3.11.2). URLs are absolute, or paths of the web application. */
export const appInfoSchema = z.object({
  bundle_id: z.string(),
  /** IDs of the same app on other systems. An older service sends none. Not in the specification. */
  other_ids: z.array(z.string()).default([]),
  title: z.string(),
  description: z.string(),
  screenshots: z.array(z.string()),
  videos: z.array(z.string()),
  /** 0 to 5; null without ratings. */
  rating: z.number().min(0).max(5).nullable(),
  content_rating: z.string().nullable(),
  advisories: z.array(z.string()),
  genres: z.array(z.string()),
  logo: z.string().nullable(),
});
export type AppInfoWire = z.infer<typeof appInfoSchema>;

const appInfoQuery = z.object({ bundle_id: z.string().min(1).max(256), locale: z.string().min(2).max(35) });
/** GET /app_info?bundle_id&locale: unsigned; a separate service with its own base URL. Returns 404 for an unknown app (A55). */
export const getAppInfo: Endpoint<z.infer<typeof appInfoQuery>, undefined, AppInfoWire> = {
  method: 'GET',
  path: '/app_info',
  auth: 'none',
  query: appInfoQuery,
  body: nothingSchema,
  output: appInfoSchema,
};

/** Names of an app's media: the logo, or a screenshot or video. Their numbers start at 1, in the order of the app's info. */
const MEDIA_NAME = /^(?:logo|(?:screenshot|video)-(?:[1-9]|10))$/;

export type AppMediaName = 'logo' | `${'screenshot' | 'video'}-${number}`;

export function isAppMediaName(text: string): text is AppMediaName {
  return MEDIA_NAME.test(text);
}

/** Returns the web application's path of an app's media file, in one of the eight languages. */
export function appMediaPath(bundleId: string, language: string, name: AppMediaName): string {
  return `/resources/app-media/${encodeURIComponent(bundleId)}/${language}/${name}`;
}
