import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#app/components/ui/status-badge';
import type { DeviceView } from '#app/domain/device';

/**
 * Badge with color, icon and text of a state. `isOffline`: shows «offline» instead, because all changes are delivered but the device has
 * not reported its current state.
 */
export function StateBadge({ view, isOffline = false }: { view: DeviceView; isOffline?: boolean }) {
  const { t } = useTranslation();
  return <StatusBadge view={view}>{t(`state.${isOffline ? 'offline' : view}`)}</StatusBadge>;
}
