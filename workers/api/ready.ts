import { scrub } from '#app/domain/scrub';
import { ping } from './catalogue/catalogue.queries';
import { directoryFor } from './directory/names';
import type { ApiEnv } from './env';

const LIFE_MS = 2000;
let last = { at: Number.NEGATIVE_INFINITY, isReady: false };

/** True if D1 and a Durable Object respond. Cached for two seconds per isolate, because anybody may send many requests. */
export async function isReady(env: ApiEnv, now: number = Date.now()): Promise<boolean> {
  if (now - last.at >= LIFE_MS) last = { at: now, isReady: await ask(env) };
  return last.isReady;
}

async function ask(env: ApiEnv): Promise<boolean> {
  try {
    await Promise.all([ping(env.CATALOGUE), directoryFor(env, 'mail', 'ready').getState()]);
    return true;
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'storage did not respond', cause: scrub(String(error)) }));
    return false;
  }
}
