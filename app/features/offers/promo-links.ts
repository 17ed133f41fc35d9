import { links as visitorLinks } from '#app/features/auth/visitor-links';
import styles from './promo.css?url';

/** The stylesheets of a promo page, which has the forms of the landing page. */
export function links() {
  return [...visitorLinks(), { rel: 'stylesheet', href: styles }];
}
