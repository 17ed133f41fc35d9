import { checkWithoutEval } from '~/features/shell/frame/without-eval';
import type { KeyAnswer, KeyFacts, KeyRequest } from './key.schemas';
import { KEY_FETCH_EVERY_MS, throttleSame } from './throttle';

const ADDRESS = '/resources/key';

/** How the account's key stands. @throws Error where there is no answer, or nobody is signed in any more */
export async function fetchKeyFacts(): Promise<KeyFacts> {
  const answer = await fetch(ADDRESS, { redirect: 'error', cache: 'no-store' });
  const { keyFactsSchema } = await loadSchemas();
  return keyFactsSchema.parse(await answer.json());
}

/** Asks the server for an exchange; it signs, the browser never does. A lost answer is `unknown`: asking again has one effect. */
export function exchangeKey(wish: KeyRequest): Promise<KeyAnswer> {
  return wish.intent === 'retrieve' ? retrieve(wish.secret) : send(wish);
}

/** Tells the server whether the key was opened with what was typed last (A51). What is lost on the way is said again by the next try. */
export async function tellLock(isOpened: boolean): Promise<void> {
  await post({ intent: isOpened ? 'opened' : 'locked' }).catch(() => {});
}

const retrieve = throttleSame((secret: string) => send({ intent: 'retrieve', secret }), KEY_FETCH_EVERY_MS);

async function send(wish: KeyRequest): Promise<KeyAnswer> {
  try {
    const answer = await post({ ...wish, form_token: crypto.randomUUID() });
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

/** zod decides while a schema is made whether it compiles, so it is told before. */
function loadSchemas() {
  checkWithoutEval();
  return import('./key.schemas');
}
