import type { Child } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import type { ChildId } from '#app/domain/ids';
import type { Instant, LocalDate, TimeZone } from '#app/domain/time';
import type { Api } from '#app/server/api.server';
import { putData, removeData } from '#app/wire/data';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { createUser, fromWireUser, removeUser, updateUser } from '#app/wire/family';

/** The facts about a child that a parent enters; null = unset (3.2.1). */
export type ChildFacts = { name: string; birthday: LocalDate | null; gender: string | null; timeZone: TimeZone; locale: string | null };

/** The version of a child that a form was opened with. Saving an outdated version is refused as stale (S29). */
export type ChildVersion = { id: ChildId; updatedAt: Instant };

/** What was deleted with a child, and how many devices were kept (A88). */
export type ChildReceipt = { devices: number; devicesKept: number; rules: number; usageDays: number; photo: boolean };

const AVATAR = 'avatar.png';

function toWireFacts({ name, birthday, gender, timeZone, locale }: ChildFacts) {
  return { user_name: name, birthday, gender, time_zone: timeZone, locale };
}

/**
 * Adds a child without a device (FAM-003).
 * @throws Refusal «Missing require param for user creation»
 */
export async function createChild(api: Api, facts: ChildFacts, idempotencyKey: string): Promise<Child> {
  return fromWireUser(await api.call(createUser, { query: {}, body: { user_obj: toWireFacts(facts) } }, { idempotencyKey }));
}

/**
 * Saves the facts about a child (FAM-033).
 * @throws Refusal with reason `stale` if the child has changed since (S29)
 */
export async function updateChild(api: Api, { id, updatedAt }: ChildVersion, facts: ChildFacts, idempotencyKey: string): Promise<void> {
  const body = { user_id: id, updated_ts: updatedAt, ...toWireFacts(facts) };
  await api.call(updateUser, { query: {}, body }, { idempotencyKey });
}

/**
 * Saves color and icon (FAM-036, FAM-037).
 * @throws Refusal with reason `stale` if the child has changed since
 */
export async function updateAvatar(
  api: Api,
  { id, updatedAt }: ChildVersion,
  { slot, pictureIndex }: { slot: number; pictureIndex: number | null },
  idempotencyKey: string,
): Promise<void> {
  const body = { user_id: id, updated_ts: updatedAt, settings: { slot, avatar_idx: pictureIndex } };
  await api.call(updateUser, { query: {}, body }, { idempotencyKey });
}

/**
 * Stores a photo of the child; `data` is base64 of a PNG or JPEG (FAM-041).
 * @throws Refusal «Invalid empty avatar» (8.2.7)
 */
export async function putPhoto(
  api: Api,
  id: ChildId,
  photo: { data: string; img_modified: Instant | null },
  idempotencyKey: string,
): Promise<void> {
  await api.call(putData, { query: { key: AVATAR, user_id: id }, body: photo }, { idempotencyKey });
}

/** Deletes the photo, so that color and icon show again. */
export async function removePhoto(api: Api, id: ChildId, idempotencyKey: string): Promise<void> {
  await api.call(removeData, { query: { key: AVATAR, user_id: id }, body: undefined }, { idempotencyKey });
}

/**
 * Removes a child with its devices and rules (A88).
 * @returns what was deleted; null if the API does not report it
 * @throws Refusal «No users deleted» if nothing was removed (5.3.3, FAM-035)
 */
export async function removeChild(api: Api, id: ChildId, idempotencyKey: string): Promise<{ receipt: ChildReceipt | null }> {
  const answer = await api.call(removeUser, { query: { user_id: id }, body: undefined }, { idempotencyKey });
  if (answer.objects_deleted <= 0) throw new Refusal(ERROR_CODES.unknown, 400, MESSAGES.noUsersDeleted);
  const { receipt } = answer;
  if (receipt === undefined) return { receipt: null };
  const { devices, devices_kept: devicesKept, rules, usage_days: usageDays, photo } = receipt;
  return { receipt: { devices, devicesKept, rules, usageDays, photo } };
}
