import { MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const ICONS = { phone: Smartphone, tablet: Tablet, other: MonitorSmartphone } as const;

export type DeviceKind = keyof typeof ICONS;

/**
 * One device: a picture of its kind, its name, whatever its direction of writing, the battery beside it, and under it what it said
 * (`children`). `action` stands at the end. Everything else lands on the element (data attributes).
 */
export function DeviceRow({
  kind,
  name,
  battery,
  action,
  children,
  ...rest
}: { kind: DeviceKind; name: string; battery?: ReactNode; action?: ReactNode } & Omit<ComponentProps<'div'>, 'className'>) {
  const Icon = ICONS[kind];
  return (
    <div className="device-line" {...rest}>
      <span className="device-pic">
        <Icon aria-hidden className="icon" />
      </span>
      <bdi className="device-name">{name}</bdi>
      {battery}
      <span className="device-words">{children}</span>
      {action === undefined ? null : <span className="device-action">{action}</span>}
    </div>
  );
}
