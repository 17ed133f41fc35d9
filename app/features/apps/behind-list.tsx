import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '~/features/children/isolate-name';
import type { Behind } from './restrictions.server';

/** Devices that cannot do it, what each lacks and how that is mended (5.6). */
export function BehindList({ behind }: { behind: Array<Behind> }) {
  const { t } = useTranslation();
  if (behind.length === 0) return null;
  return (
    <ul className="behind">
      {behind.map(({ id, name, support }) => (
        <li data-support={support.kind} key={id}>
          <CircleAlert aria-hidden className="icon-small" />
          {t(`apps.support_${support.kind}`, { device: isolateName(name), version: 'version' in support ? support.version : '' })}
        </li>
      ))}
    </ul>
  );
}
