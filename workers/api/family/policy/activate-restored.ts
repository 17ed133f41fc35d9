import { raiseAuditSeq } from '../core/audit.queries';
import type { CallContext } from '../core/call-context';
import { listChildren } from '../store/child.queries';
import { listDevices } from '../store/device.queries';
import { armChild } from './clock';
import { propagateTo } from './propagate';

/**
 * Activates a restored family. Its devices may have newer policies than the export, and its browsers may know later changes. So every
 * device gets a new policy, and change numbers continue above all earlier ones.
 */
export function activateRestored(call: CallContext): void {
  raiseAuditSeq(call.sql);
  for (const device of listDevices(call.sql)) propagateTo(call, device, device.childIds[0] ?? '', 'rules');
  for (const child of listChildren(call.sql)) armChild(call, child.id);
  call.recordChange('account', call.accountId);
}
