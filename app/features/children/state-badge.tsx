import { useTranslation } from 'react-i18next';
import type { DeviceView } from '~/domain/device';
import { StateIcon } from './face';

/** Colour, icon and word of a state. */
export function StateBadge({ view }: { view: DeviceView }) {
  const { t } = useTranslation();
  return (
    <span className="badge" data-state={view}>
      <StateIcon view={view} />
      {t(`state.${view}`)}
    </span>
  );
}
