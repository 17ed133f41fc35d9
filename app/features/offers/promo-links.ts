import { links as planLinks } from '#app/features/plans/plans-links';
import styles from './promo-pages.css?url';

/** The stylesheets of a promo page, which has the forms of the landing page and of the payment step. */
export function links() {
  return [...planLinks(), { rel: 'stylesheet', href: styles }];
}
