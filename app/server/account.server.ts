import type { Child } from '~/domain/child';
import { canAddDevice, type Entitlements, mergeEntitlements, type Sku } from '~/domain/plan';
import type { Instant, TimeZone } from '~/domain/time';
import type { AccountWire } from '~/wire/account';
import { fromWireUser } from '~/wire/family';
import { fromWireSku } from '~/wire/subscription';

/** The signed-in parent's account as pages use it. Children in the order of their making, retired ones left out. */
export type Account = {
  id: string;
  /** The number of the family's last change as of this read (A42). */
  seq: number;
  email: string;
  verified: boolean;
  timeZone: TimeZone;
  children: Array<Child>;
  deviceCount: number;
  /** It has as many devices as its plan allows (5.5.3). */
  isFull: boolean;
  entitlements: Entitlements;
  skus: Array<Sku>;
  /** Blocks and grants of this month and when they start anew (A45). */
  counts: { blocks: number; grants: number; resetsAt: Instant };
  /** Opens the pairing service (A72, A134). */
  pairingToken: string;
};

const CHILD = 10;

/** Wire → domain. */
export function toAccount(wire: AccountWire, now: Instant): Account {
  const children = wire.users.filter(({ type, retired }) => type === CHILD && !retired).map(fromWireUser);
  const skus = wire.skus.map(fromWireSku);
  const [address] = wire.emails;
  const entitlements = mergeEntitlements(skus, now);
  const deviceCount = new Set(children.flatMap(({ deviceIds }) => deviceIds)).size;
  return {
    id: wire.account_id,
    seq: wire.seq,
    email: address?.email ?? '',
    verified: address?.verified ?? false,
    timeZone: wire.time_zone,
    children,
    deviceCount,
    isFull: !canAddDevice(entitlements, deviceCount),
    entitlements,
    skus,
    counts: { blocks: wire.block_count, grants: wire.grant_count, resetsAt: wire.counts_reset_ts },
    pairingToken: wire.token,
  };
}
