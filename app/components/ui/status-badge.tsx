import type { ReactNode } from 'react';
import type { DeviceView } from '~/domain/device';
import { StateIcon } from './state-icon';

/** Colour and icon of a state; its word is given. */
export function StatusBadge({ view, children }: { view: DeviceView; children: ReactNode }) {
  return (
    <span className="badge" data-state={view}>
      <StateIcon view={view} />
      {children}
    </span>
  );
}
