import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toBehindText } from './app-words';
import type { Behind } from './restrictions.server';

/** Devices that cannot do it, what each lacks and how that is mended (5.6). */
export function BehindList({ behind, id }: { behind: Array<Behind>; id?: string }) {
  const { t } = useTranslation();
  if (behind.length === 0) return null;
  return (
    <ul className="behind" id={id}>
      {behind.map((device) => (
        <li data-support={device.support.kind} key={device.id}>
          <CircleAlert aria-hidden className="icon-small" />
          {toBehindText(t, device)}
        </li>
      ))}
    </ul>
  );
}
