import type { ReactNode } from 'react';
import type { DeviceView } from '#app/domain/device';
import { StateIcon } from './state-icon';

/** A badge with the color and icon of a state; `children` is its label. */
export function StatusBadge({ view, children }: { view: DeviceView; children: ReactNode }) {
  return (
    <span className="badge" data-state={view}>
      <StateIcon view={view} />
      {children}
    </span>
  );
}
