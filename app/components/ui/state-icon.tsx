import { Check, Lock, Pause, Send, Unplug } from 'lucide-react';
import type { DeviceView } from '#app/domain/device';

const ICONS = { allowed: Check, blocked: Lock, paused: Pause, pending: Send, unmanaged: Unplug } as const;

/** The icon of a state. Needed next to the color, because color alone must not convey the state. */
export function StateIcon({ view }: { view: DeviceView }) {
  const Icon = ICONS[view];
  return <Icon aria-hidden className="icon-small" />;
}
