import * as z from 'zod';
import { isQuiet } from '#app/domain/sample-config.ts';
import type { SampleDetails } from '#app/domain/sample-details.ts';
import type { Instant } from '#app/domain/time.ts';
import { announceSample, type SamplingWire } from '#app/wire/samples.ts';
import { idSchema, instantSchema } from '#app/wire/values.ts';

/** Maximum number of samples that wait to be uploaded. Beyond it, the oldest is forgotten. */
const UNSENT_MAX = 50;
/** Maximum number of entries in the list of captures. */
const LOG_MAX = 50;
/** After this time without a complete upload, the server forgets a sample as well. */
export const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

/** A request of a parent that is not captured yet. */
const requestSchema = z.object({ commandId: idSchema, childId: idSchema });
const announcementSchema = z.custom<z.infer<typeof announceSample.body>>((value) => announceSample.body.safeParse(value).success);
const logEntrySchema = z.object({ at: instantSchema, cause: z.enum(['on_demand', 'periodic']) });

/**
 * What a device knows about screenshots.
 * - `requested`: what parents asked for and is not captured yet
 * - `lastAt`: when the last automatic screenshot was taken, null if none was
 * - `unsent`: announcements of sealed samples that are not uploaded completely; their objects are in the object store
 * - `log`: when a screenshot was taken, oldest first; the child can read it
 */
export const samplesStateSchema = z.object({
  requested: z.array(requestSchema),
  lastAt: instantSchema.nullable(),
  unsent: z.array(announcementSchema),
  log: z.array(logEntrySchema),
});
export type SamplesState = z.infer<typeof samplesStateSchema>;
export type Announcement = SamplesState['unsent'][number];

export const NO_SAMPLES: SamplesState = { requested: [], lastAt: null, unsent: [], log: [] };

/** A screenshot to take. `commandId`: the request that it answers, null for an automatic one. */
export type Wanted = { childId: string; commandId: string | null };

/** A screen as the simulated device draws it. `lines`: its text in reading order, which is what a text recognition returns. */
export type Screen = { app: NonNullable<SampleDetails['app']>; title: string; lines: Array<string>; width: number; height: number };

/** Adds a request of a parent. */
export function addRequest(state: SamplesState, commandId: string, childId: string): SamplesState {
  return { ...state, requested: [...state.requested.filter((one) => one.commandId !== commandId), { commandId, childId }] };
}

/**
 * Returns the screenshot that is due, or null: first what a parent requested, then an automatic one while the child uses the device.
 * `child`: who uses the device, with the child's zone; null if nobody does.
 */
export function findDue(
  { requested, lastAt }: SamplesState,
  sampling: SamplingWire | null,
  child: { id: string; zone: string } | null,
  now: Instant,
): Wanted | null {
  const [request] = requested;
  if (request !== undefined) return { childId: request.childId, commandId: request.commandId };
  const automated = sampling?.users.find(({ user_id }) => user_id === child?.id)?.automated ?? null;
  if (child === null || automated === null || isQuiet(automated.quiet, now, child.zone)) return null;
  // After the clock was set back, the device must not wait for the old time.
  const isRecent = lastAt !== null && lastAt <= now && now - lastAt < automated.interval_min * 60_000;
  return isRecent ? null : { childId: child.id, commandId: null };
}

/** Removes a request that is captured or can't be. */
export function dropRequest(state: SamplesState, commandId: string | null): SamplesState {
  return { ...state, requested: state.requested.filter((one) => one.commandId !== commandId) };
}

/** Stores a sealed sample and its entry in the list that the child can read. */
export function addSample(state: SamplesState, announcement: Announcement): SamplesState {
  const { sample_ts: at, cause, command_id = null } = announcement;
  return {
    requested: dropRequest(state, command_id).requested,
    lastAt: cause === 'periodic' ? at : state.lastAt,
    unsent: [...state.unsent, announcement].slice(-UNSENT_MAX),
    log: [...state.log, { at, cause }].slice(-LOG_MAX),
  };
}

/** Removes a sample that is uploaded or not wanted. */
export function dropSample(state: SamplesState, sampleId: string): SamplesState {
  return { ...state, unsent: state.unsent.filter(({ sample_id }) => sample_id !== sampleId) };
}

/** Returns the samples that no server wants any more because their upload took too long. */
export function listGivenUp({ unsent }: SamplesState, now: Instant): Array<string> {
  return unsent.filter(({ sample_ts }) => now - sample_ts > GIVE_UP_MS).map(({ sample_id }) => sample_id);
}
