import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { findSession } from '../core/session.queries';
import { hasSamples } from '../status/sampling';
import { aboutCommand, endCommand, findCommandOf } from '../store/command.queries';
import { findDevice } from '../store/device.queries';
import { findSample, nextUpdate, objectKey, type StoredObject, type StoredSample, setObjects } from '../store/sample.queries';
import { type Permit, readPermit } from './address';

/** An object that an address allows to read or store: its key in the bucket, and what it must be. */
export type AdmittedObject = { key: string } & Pick<StoredObject, 'bytes' | 'sha256' | 'iv'>;

/**
 * Checks an address for reading. Only the session that got it may be its reason: once it has ended, the address is void.
 * @throws Refusal 403 for a forged, expired or void address, 404 if the object is gone
 */
export function admitRead(call: CallContext, token: string): AdmittedObject {
  const permit = readPermit(call, token, 'get');
  if (permit === null || !hasSamples(call) || findSession(call.sql, permit.actorId, call.now) === null) throw noPermit();
  const { sample, object } = find(call, permit);
  if (sample.state !== 'stored' || object === null || object.isMissing) throw objectGone();
  return toAdmitted(call, permit, object);
}

/**
 * Checks an address for storing. An object that is stored already may be sent again.
 * @throws Refusal 403 for a forged or expired address, or a removed device; 404 if the sample was deleted
 */
export function admitStore(call: CallContext, token: string): AdmittedObject {
  const { permit, object } = requireStorable(call, token);
  return toAdmitted(call, permit, object);
}

/**
 * Records that the bucket has an object. The last one completes the sample and confirms the request that it answers.
 * @throws the same as `admitStore`
 */
export function noteStored(call: CallContext, token: string): { sample_id: string; state: 'arriving' | 'stored' } {
  const { permit, sample, object } = requireStorable(call, token);
  if (object.storedAt !== null) return { sample_id: sample.id, state: sample.state === 'stored' ? 'stored' : 'arriving' };
  const objects = sample.objects.map((one) => (one.kind === permit.kind ? { ...one, storedAt: call.now } : one));
  const state = objects.every(({ storedAt }) => storedAt !== null) ? 'stored' : 'arriving';
  setObjects(call.sql, sample.id, { objects, state, updatedAt: nextUpdate(call.sql, call.now) });
  if (state === 'stored') complete(call, sample);
  return { sample_id: sample.id, state };
}

function complete(call: CallContext, { id, child_id, device_id, command_id }: StoredSample): void {
  call.recordChange('sample', id, { childId: child_id, deviceId: device_id });
  const command = command_id === null ? null : findCommandOf(call.sql, device_id, command_id);
  if (command === null || !endCommand(call.sql, command, 'confirmed', call.now)) return;
  call.cancelDue('command', command.id);
  call.recordChange('command', command.id, aboutCommand(command));
}

function requireStorable(call: CallContext, token: string): { permit: Permit; sample: StoredSample; object: StoredObject } {
  const permit = readPermit(call, token, 'put');
  if (permit === null || findDevice(call.sql, permit.actorId) === null) throw noPermit();
  const { sample, object } = find(call, permit);
  if (sample.state === 'deleted' || object === null) throw objectGone();
  return { permit, sample, object };
}

function find(call: CallContext, { sampleId, kind }: Permit): { sample: StoredSample; object: StoredObject | null } {
  const sample = findSample(call.sql, sampleId);
  if (sample === null) throw objectGone();
  return { sample, object: sample.objects.find((one) => one.kind === kind) ?? null };
}

function toAdmitted(call: CallContext, { sampleId, kind }: Permit, { bytes, sha256, iv }: StoredObject): AdmittedObject {
  return { key: objectKey(call.accountId, sampleId, kind), bytes, sha256, iv };
}

function noPermit(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This address is invalid or has expired');
}

function objectGone(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 404, 'This object no longer exists');
}
