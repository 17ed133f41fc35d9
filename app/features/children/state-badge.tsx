import { useTranslation } from 'react-i18next';
import { StatusBadge } from '~/components/ui/status-badge';
import type { DeviceView } from '~/domain/device';

/** Colour, icon and word of a state. */
export function StateBadge({ view }: { view: DeviceView }) {
  const { t } = useTranslation();
  return <StatusBadge view={view}>{t(`state.${view}`)}</StatusBadge>;
}
