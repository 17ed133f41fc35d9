import { links as notificationLinks } from '#app/features/notifications/notification-links';
import { links as pairingLinks } from './pairing-links';

/** The stylesheets of the page that adds a device, which lists the first notifications too. */
export function links() {
  return [...pairingLinks(), ...notificationLinks()];
}
