import { BatteryLow, BatteryMedium } from 'lucide-react';
import type { ReactNode } from 'react';
import { isBatteryLow } from '#app/domain/device';

/** A battery icon with text. `level` is 0 to 1. At 20 % or less, it is red and shows another icon (9.2.26). */
export function Battery({ level, children }: { level: number; children: ReactNode }) {
  const low = isBatteryLow(level);
  const Icon = low ? BatteryLow : BatteryMedium;
  return (
    <span className="battery" data-low={low ? 'true' : undefined}>
      <Icon aria-hidden className="icon-small" />
      <span>{children}</span>
    </span>
  );
}
