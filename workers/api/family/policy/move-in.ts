import { leapAudit } from '../core/audit.queries';
import type { Call } from '../core/call';
import { listChildren } from '../store/child.queries';
import { listDevices } from '../store/device.queries';
import { armChild } from './clock';
import { propagateTo } from './propagate';

/**
 * A family that was restored goes on. Its devices may hold a policy that is younger than the export, and its browsers a number of a change
 * that it does not know: every device is sent its policy again, and the numbers continue above any that was given out.
 */
export function moveIn(call: Call): void {
  leapAudit(call.sql);
  for (const device of listDevices(call.sql)) propagateTo(call, device, device.childIds[0] ?? '', 'rules');
  for (const child of listChildren(call.sql)) armChild(call, child.id);
  call.changed('account', call.accountId);
}
