import { Check, Lock, Pause, Send, Unplug } from 'lucide-react';
import type { DeviceView } from '~/domain/device';

const ICONS = { allowed: Check, blocked: Lock, paused: Pause, pending: Send, unmanaged: Unplug } as const;

/** The icon of a state; colour is never alone. */
export function StateIcon({ view }: { view: DeviceView }) {
  const Icon = ICONS[view];
  return <Icon aria-hidden className="icon-small" />;
}
