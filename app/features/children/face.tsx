import { Check, Lock, Pause, Send, Unplug } from 'lucide-react';
import type { DeviceView } from '~/domain/device';

const MARKS = { allowed: Check, blocked: Lock, paused: Pause, pending: Send, unmanaged: Unplug } as const;

/** The icon of a state; colour is never alone. */
export function StateIcon({ view }: { view: DeviceView }) {
  const Icon = MARKS[view];
  return <Icon aria-hidden className="icon-small" />;
}

/** A child's colour with the initial, and round it the ring of its state. The word stands beside it. */
export function Face({
  name,
  colourSlot,
  view,
  size = 'normal',
}: {
  name: string;
  colourSlot: number;
  view?: DeviceView;
  size?: 'small' | 'normal' | 'big';
}) {
  const [initial = '?'] = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment);
  const Mark = view === undefined ? null : MARKS[view];
  return (
    <span aria-hidden className={`face face-${colourSlot} face-${size}`} data-state={view}>
      {initial.toLocaleUpperCase('en')}
      {Mark === null ? null : (
        <span className="mark">
          <Mark />
        </span>
      )}
    </span>
  );
}
