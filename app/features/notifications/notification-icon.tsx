import {
  AppWindow,
  CalendarClock,
  Info,
  Link2,
  type LucideIcon,
  MailWarning,
  MapPin,
  MapPinX,
  RefreshCw,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import type { Notification } from '#app/domain/notification';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  android_update_required: RefreshCw,
  app_installed: AppWindow,
  device_not_seen: WifiOff,
  email_verification_required: MailWarning,
  geofence_entry: MapPin,
  geofence_exit: MapPin,
  not_at_place: MapPinX,
  pairing_reminder: Link2,
  upcoming_block_announce: CalendarClock,
};
const FALLBACKS = { alert: TriangleAlert, info: Info } satisfies Record<Notification['tone'], LucideIcon>;

/** Icon of a notification's type. An unknown type uses the icon of its `fallback_type` (3.8.2). */
export function NotificationIcon({ notification: { type, tone } }: { notification: Notification }) {
  const Icon = ICONS[type] ?? FALLBACKS[tone];
  return (
    <span className="notification-icon" data-state={tone === 'alert' ? 'paused' : 'pending'}>
      <Icon aria-hidden className="icon" />
    </span>
  );
}
