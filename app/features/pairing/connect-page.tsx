import { Link } from '@remix-run/react';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';
import type { Child } from '~/domain/child';
import type { DeviceLimitMessage, LimitValue } from '~/domain/plan';
import { Face } from '~/features/children/face';
import { gapIn } from '~/features/shell/wording';

/** What stands in the way of a further device, or a hint that does not (A44). */
export function DeviceLimit({ message, limit }: { message: DeviceLimitMessage; limit: LimitValue }) {
  const { t, i18n } = useTranslation();
  const count = typeof limit === 'number' ? limit : 0;
  return (
    <Note icon={<Info aria-hidden className="icon" />} role="status" state={message === 'can_activate_vew' ? 'pending' : 'paused'}>
      <p data-limit={message}>
        {t(`messages.${message}`, { count })}
        {gapIn(i18n.language)}
        {message === 'max_devices' ? <Link to="/subscription">{t('limits.see_plan')}</Link> : null}
      </p>
    </Note>
  );
}

/** Children that have no device yet can be changed and removed here: other pages send a parent without devices to this one (A39). */
export function ChildrenWithoutDevice({ family }: { family: Array<Child> }) {
  const { t } = useTranslation();
  if (family.length === 0) return null;
  return (
    <section aria-labelledby="without-device" className="card stack stack-tight">
      <h2 id="without-device">{t('connect.without_device')}</h2>
      <ul className="plain-list">
        {family.map(({ id, name, colourSlot }) => (
          <li key={id}>
            <Face colourSlot={colourSlot} name={name} size="small" />
            <span className="grow">{name}</span>
            <Link to={`/connect?child=${id}&edit=1`}>{t('actions.edit')}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
