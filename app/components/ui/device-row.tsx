import { MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const ICONS = { phone: Smartphone, tablet: Tablet, other: MonitorSmartphone } as const;

export type DeviceKind = keyof typeof ICONS;

/**
 * One device: an icon of its kind, its name in its own text direction, the battery, and its report below (`children`). `action` is at the
 * end. Other props go to the element, such as data attributes.
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
