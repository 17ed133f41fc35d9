import { useTranslation } from 'react-i18next';
import { StatusBadge } from '~/components/ui/status-badge';
import type { DeviceView } from '~/domain/device';

/** Colour, icon and word of a state. `isOffline`: nothing is on its way, though no device has said that it does what the rules say. */
export function StateBadge({ view, isOffline = false }: { view: DeviceView; isOffline?: boolean }) {
  const { t } = useTranslation();
  return <StatusBadge view={view}>{t(`state.${isOffline ? 'offline' : view}`)}</StatusBadge>;
}
