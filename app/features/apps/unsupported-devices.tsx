import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toBehindText } from './app-rules/app-words';
import type { DeviceProblem } from './restrictions/restrictions.server';

/** Lists devices that cannot do `what` («Airplane mode»), with the reason and the fix for each (5.6). */
export function UnsupportedDevices({ behind, what, id }: { behind: Array<DeviceProblem>; what: string; id?: string }) {
  const { t } = useTranslation();
  if (behind.length === 0) return null;
  return (
    <ul className="behind" id={id}>
      {behind.map((device) => (
        <li data-support={device.support.kind} key={device.id}>
          {device.support.kind === 'waiting' ? (
            <span aria-hidden className="ring ring-still" />
          ) : (
            <CircleAlert aria-hidden className="icon-small" />
          )}
          {toBehindText(t, device, what)}
        </li>
      ))}
    </ul>
  );
}
