import { fromErrorBody } from '#app/wire/errors.ts';
import { announceSample } from '#app/wire/samples.ts';
import { callServer, type Device, REQUEST_TIMEOUT_MS } from './call.ts';
import { serverTime } from './decide.ts';
import { isCutOff } from './habits.ts';
import { type Announcement, dropSample, listGivenUp } from './samples.ts';

/** Uploads are larger than calls. */
const UPLOAD_TIMEOUT_MS = 8 * REQUEST_TIMEOUT_MS;

/** What happened to a sample: it is stored at the server, or the server does not want it. */
export type Uploaded = { kind: 'uploaded'; sampleId: string } | { kind: 'unwanted'; sampleId: string; because: string };

/**
 * Uploads waiting samples, oldest first. After a fault the rest waits for the next round: the announcement is repeated then, and only what
 * the server lacks is sent.
 */
export async function uploadSamples(device: Device): Promise<Array<Uploaded>> {
  const { objects } = device;
  const state = device.store.read();
  if (objects === undefined || state.mode === 'silent' || state.offline) return [];
  const now = serverTime(state, device.now());
  if (isCutOff(state, now)) return [];
  const done: Array<Uploaded> = listGivenUp(state.samples, now).map((sampleId) => ({ kind: 'unwanted', sampleId, because: 'too old' }));
  for (const { sampleId } of done) forget(device, sampleId);
  for (const announcement of device.store.read().samples.unsent) {
    const outcome = await upload(device, announcement);
    if (outcome === null) break;
    forget(device, announcement.sample_id);
    done.push(outcome);
  }
  objects.keepOnly(device.store.read().samples.unsent.map(({ sample_id }) => sample_id));
  return done;
}

/** Returns null if the sample must be sent again. */
async function upload(device: Device, announcement: Announcement): Promise<Uploaded | null> {
  const { sample_id: sampleId } = announcement;
  const outcome = await callServer(device, announceSample, { body: announcement });
  // A 401 may pass, for example after the clock was corrected.
  if (outcome.kind === 'refused' && outcome.refusal.status !== 401) return { kind: 'unwanted', sampleId, because: outcome.refusal.message };
  if (outcome.kind !== 'value') return null;
  if (outcome.value.state === 'deleted') return { kind: 'unwanted', sampleId, because: 'deleted' };
  for (const { kind, url } of outcome.value.put) {
    const bytes = device.objects?.read(sampleId, kind) ?? null;
    if (bytes === null) return { kind: 'unwanted', sampleId, because: 'its objects are lost' };
    const result = await putObject(device, url, bytes);
    if (result === 'retry') return null;
    if (result !== 'stored') return { kind: 'unwanted', sampleId, because: result.because };
  }
  return { kind: 'uploaded', sampleId };
}

async function putObject(device: Device, url: string, bytes: Uint8Array<ArrayBuffer>): Promise<'stored' | 'retry' | { because: string }> {
  try {
    const response = await device.fetch(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: bytes,
      redirect: 'error',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    if (response.ok) return 'stored';
    const text = await response.text();
    // 403: the address has expired. The next announcement returns a new one.
    if (response.status !== 400 && response.status !== 404) return 'retry';
    return { because: fromErrorBody(response.status, JSON.parse(text)).message };
  } catch {
    return 'retry';
  }
}

function forget(device: Device, sampleId: string): void {
  device.store.update((state) => ({ ...state, samples: dropSample(state.samples, sampleId) }));
}
