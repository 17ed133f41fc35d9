import { disableZodJit } from '#app/features/shell/frame/disable-jit';
import type { KeyAnswer, KeyFacts, KeyRequest } from './key.schemas';
import { KEY_FETCH_EVERY_MS, throttleSame } from './throttle';

const ADDRESS = '/resources/key';

/**
 * Fetches the state of the account key.
 * @throws Error if the server does not answer or the session has ended
 */
export async function fetchKeyFacts(): Promise<KeyFacts> {
  const answer = await fetch(ADDRESS, { redirect: 'error', cache: 'no-store' });
  const { keyFactsSchema } = await loadSchemas();
  return keyFactsSchema.parse(await answer.json());
}

/** Sends a key exchange to the server, which signs it. Returns `unknown` if the answer is lost. Sending it again is safe. */
export function exchangeKey(keyRequest: KeyRequest): Promise<KeyAnswer> {
  return keyRequest.intent === 'retrieve' ? retrieve(keyRequest.secret) : send(keyRequest);
}

/** Reports whether the last typed secret unlocked the key (A51). Errors are ignored, because the next attempt reports it again. */
export async function reportKeyUnlocked(isUnlocked: boolean): Promise<void> {
  await post({ intent: isUnlocked ? 'opened' : 'locked' }).catch(() => {});
}

const retrieve = throttleSame((secret: string) => send({ intent: 'retrieve', secret }), KEY_FETCH_EVERY_MS);

async function send(keyRequest: KeyRequest): Promise<KeyAnswer> {
  try {
    const answer = await post({ ...keyRequest, form_token: crypto.randomUUID() });
    const { keyAnswerSchema } = await loadSchemas();
    return keyAnswerSchema.parse(await answer.json());
  } catch {
    return { kind: 'unknown', notice: navigator.onLine ? 'error_strings.unknown_outcome' : 'error_strings.offline_not_sent' };
  }
}

async function post(fields: Record<string, string | undefined>): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  return fetch(ADDRESS, { method: 'POST', body, redirect: 'error' });
}

/** Imports the schemas. zod decides on schema creation whether it may compile code, so this is configured before the import. */
function loadSchemas() {
  disableZodJit();
  return import('./key.schemas');
}
