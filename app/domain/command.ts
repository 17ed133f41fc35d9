/** Life cycle of a command (A118). Saved and sent are open; the others are final. */
export type CommandState = 'saved' | 'sent' | 'confirmed' | 'failed' | 'expired' | 'superseded' | 'cancelled';

/** Commands that change a child's state. They never expire: an offline device applies the newest one when it is back online (S24). */
export type CommandAction = 'block' | 'grant' | 'lift' | 'rules' | 'pause' | 'resume';

/** Requests without a response expire after this time (S24). */
export const REQUEST_LIFE_MS = 10 * 60 * 1000;

/** Device information is requested at most once per device in this time (9.2.3, 7.16.3). */
export const DEVICE_INFO_THROTTLE_MS = 6 * 60 * 1000;

/** Minimum time between two requests to install the child app (9.2.16, 4.6.6). */
export const INSTALL_LOCK_MS = 45_000;

/** True if a command may change between these states. Final states never change; a device may confirm before `sent` is recorded (A118). */
export function canMove(from: CommandState, to: CommandState): boolean {
  if (!isOpen(from)) return false;
  return to !== 'saved' && to !== from;
}

/** True if the command is not final yet (A118). */
export function isOpen(state: CommandState): boolean {
  return state === 'saved' || state === 'sent';
}
