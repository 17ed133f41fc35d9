import * as z from 'zod';
import { parseTimeWindow } from '#app/domain/time.ts';
import { instantSchema } from '#app/wire/values.ts';
import { SPOT_KEYS } from './demo-town/spot-keys.ts';

const meansSchema = z.enum(['foot', 'car']);
/** How a child travels. */
export type Means = z.infer<typeof meansSchema>;

const spotSchema = z.enum(SPOT_KEYS);
const coordinatesSchema = z.object({ lat: z.number(), lon: z.number() });
const detourSchema = z.object({ at: instantSchema, to: spotSchema, by: meansSchema, until: instantSchema.nullable() });
/** A trip that is not part of the daily plan. Until `until`, the plan is suspended; then the child goes where the plan has it. */
export type Detour = z.infer<typeof detourSchema>;

export const DAY_KEYS = ['early', 'usual', 'sporty'] as const;
/** Name of a daily plan (device/day-plans.ts). */
export type DayKey = (typeof DAY_KEYS)[number];

export const FAULT_KINDS = ['sleep', 'no-signal', 'blind', 'jump', 'rough'] as const;
/**
 * What goes wrong. `sleep`: the device measures and sends nothing. `no-signal`: it measures and sends later. `blind`: it measures nothing.
 * `jump`: some positions are wrong, with good accuracy. `rough`: accuracy of 150 to 900 m.
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  /** Daily hours in the child’s zone, `HH:mmPT{n}M`; null: always. */
  hours: z
    .string()
    .refine((text) => parseTimeWindow(text) !== null)
    .nullable(),
});
/** A fault, and when it occurs. */
export type Fault = z.infer<typeof faultSchema>;

/**
 * Where a simulated device is. `at`: always at one point. `walk`: from a point along streets to named spots, beginning at `startedAt`; then
 * it stays. `day`: a daily plan, with detours.
 */
const whereaboutsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), ...coordinatesSchema.shape, accuracy: z.number().nonnegative() }),
  z.object({
    kind: z.literal('walk'),
    startedAt: instantSchema,
    from: coordinatesSchema,
    stops: z.array(spotSchema).min(1),
    by: meansSchema,
  }),
  z.object({ kind: z.literal('day'), plan: z.enum(DAY_KEYS), detours: z.array(detourSchema) }),
]);
export type Whereabouts = z.infer<typeof whereaboutsSchema>;

/** Where a simulated device is, and what is wrong with its positions. `seed` decides the scatter. */
export const simulationSchema = z.object({ seed: z.number().int(), where: whereaboutsSchema, faults: z.array(faultSchema) });
export type Simulation = z.infer<typeof simulationSchema>;
