import * as z from 'zod';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';

/**
 * How well webhooks arrive. `differences`: sweeps of the current day (UTC) that found a change without a webhook. `unknown`: webhooks of
 * that day for customers without an account here. Instants are epoch ms; null = never.
 */
const healthSchema = z.object({
  webhookAt: z.number().nullable(),
  sweptAt: z.number().nullable(),
  day: z.string(),
  sweeps: z.number(),
  differences: z.number(),
  unknown: z.number().default(0),
});
export type BillingHealth = z.infer<typeof healthSchema>;

const OWNER = 'billing';
const NEVER: BillingHealth = { webhookAt: null, sweptAt: null, day: '', sweeps: 0, differences: 0, unknown: 0 };
/** Minimum time between two updates of `webhookAt`, because webhooks arrive in bursts. */
const WEBHOOK_STEP_MS = 10_000;

export async function readBillingHealth(env: ApiEnv): Promise<BillingHealth> {
  const entry = await directoryFor(env, 'billing', 'health').getState();
  return entry.state === 'free' ? NEVER : healthSchema.parse(JSON.parse(entry.detail));
}

export async function noteWebhook(env: ApiEnv, now: number): Promise<void> {
  const health = await readBillingHealth(env);
  if (now - (health.webhookAt ?? 0) < WEBHOOK_STEP_MS) return;
  await write(env, { ...health, webhookAt: now });
}

/** Counts a sweep. Two simultaneous sweeps may be counted as one, which is precise enough to show a trend. */
export async function noteSweep(env: ApiEnv, hasChanged: boolean, now: number): Promise<void> {
  const today = toDay(await readBillingHealth(env), now);
  await write(env, { ...today, sweptAt: now, sweeps: today.sweeps + 1, differences: today.differences + Number(hasChanged) });
}

/** Counts a webhook for a customer without an account here. Another system may use the same account at the provider. */
export async function noteUnknownCustomer(env: ApiEnv, now: number): Promise<void> {
  const today = toDay(await readBillingHealth(env), now);
  await write(env, { ...today, unknown: today.unknown + 1 });
}

function toDay(health: BillingHealth, now: number): BillingHealth {
  const day = new Date(now).toISOString().slice(0, 10);
  return health.day === day ? health : { ...health, day, sweeps: 0, differences: 0, unknown: 0 };
}

async function write(env: ApiEnv, health: BillingHealth): Promise<void> {
  const row = directoryFor(env, 'billing', 'health');
  await row.reserve(OWNER);
  await row.confirm(OWNER, JSON.stringify(health));
}
