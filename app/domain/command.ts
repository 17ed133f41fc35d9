/** The life of a command (A118). Saved and sent are open, the others are the end. */
export type CommandState = 'saved' | 'sent' | 'confirmed' | 'failed' | 'expired' | 'superseded' | 'cancelled';

/** What changes a child's state. Never expires: an offline device applies the newest one when it wakes (S24). */
export type CommandAction = 'block' | 'grant' | 'lift' | 'rules' | 'pause' | 'resume';

/** A request that no device answered expires after this (S24). */
export const REQUEST_LIFE_MS = 10 * 60 * 1000;

/** Device information is asked for at most once in this time, per device (9.2.3, 7.16.3). */
export const DEVICE_INFO_THROTTLE_MS = 6 * 60 * 1000;

/** After a parent asked a device to install the child's app, so long it is not asked again (9.2.16, 4.6.6). */
export const INSTALL_LOCK_MS = 45_000;

/** May a command go from one state to the other? What has ended stays ended; a device may confirm before `sent` was noted (A118). */
export function canMove(from: CommandState, to: CommandState): boolean {
  if (!isOpen(from)) return false;
  return to !== 'saved' && to !== from;
}

/** Is the outcome still to come (A118)? */
export function isOpen(state: CommandState): boolean {
  return state === 'saved' || state === 'sent';
}
