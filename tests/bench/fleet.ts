import { createUser } from '#app/wire/family.ts';
import type { Device } from '#device/call.ts';
import { runDevice } from '#device/run.ts';
import type { Parent } from '../clients/parent.ts';
import { makeFamily, pairWithChild } from './family.ts';
import { createFaultLayer, type FaultLayer, type Faults } from './fault-layer.ts';
import type { Product } from './product.ts';

/** A child’s device that runs in this process. */
export type Living = { childId: string; device: Device; layer: FaultLayer };
export type LivingFamily = { parent: Parent; living: Array<Living> };
export type Fleet = { families: Array<LivingFamily>; faults: Faults; end(): Promise<void> };

const EVERY_MS = 2_000;
const PATIENCE_MS = 30_000;

/** Number of families, children per family, and devices per child. Every device has an open socket. */
export type FleetSize = { families: number; children: number; devicesEach: number };

export async function startFleet(product: Product, size: FleetSize): Promise<Fleet> {
  const faults: Faults = { dropped: 0, doubled: 0, late: 0, answersLost: 0 };
  const signal = new AbortController();
  const lives: Array<Promise<unknown>> = [];
  const families: Array<LivingFamily> = [];
  for (let index = 0; index < size.families; index += 1) {
    const { parent } = await makeFamily(product, { children: 0, devices: 0 });
    const living: Array<Living> = [];
    for (let number = 0; number < size.children; number += 1) {
      const body = { user_obj: { user_name: `Child ${number + 1}`, time_zone: 'Europe/Berlin' } };
      const { user_id } = await parent.call(createUser, { body });
      for (let own = 0; own < size.devicesEach; own += 1) {
        const layer = createFaultLayer(faults);
        const device = await pairWithChild(product, parent, user_id, { fetch: layer.fetch, now: Date.now });
        const { connect } = layer;
        lives.push(runDevice(device, { everyMs: EVERY_MS, inUse: false, signal: signal.signal, print: () => undefined, connect }));
        living.push({ childId: user_id, device, layer });
      }
    }
    families.push({ parent, living });
  }
  const isReady = ({ device }: Living) => device.store.read().socketSince !== null && device.store.read().told !== null;
  const all = families.flatMap(({ living }) => living);
  const end = performance.now() + PATIENCE_MS;
  while (!all.every(isReady)) {
    if (performance.now() > end) throw new Error(`${all.filter((one) => !isReady(one)).length} devices have no socket`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    families,
    faults,
    end: async () => {
      signal.abort();
      await Promise.all(lives);
    },
  };
}
