import { MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const ICONS = { phone: Smartphone, tablet: Tablet, other: MonitorSmartphone } as const;

export type DeviceKind = keyof typeof ICONS;

/**
 * A row for one device: the icon of its type, its name, the battery, its report (`children`), and `action` at the end. The name keeps its
 * own text direction. Passes other props, such as data attributes, to the element.
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
