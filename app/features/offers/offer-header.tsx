import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OfferHeader as Offer } from '#app/domain/offer';

/** Shows the offer of a coupon or group above the landing page’s form (LAND-008). Renders nothing without an offer. */
export function OfferHeader({ offer }: { offer: Offer | null }) {
  const { t } = useTranslation();
  if (offer === null) return null;
  return (
    <section aria-label={t('offer.label')} className="offer" data-offer={offer.kind}>
      <Gift aria-hidden className="icon" />
      <p>{t(`offer.${offer.kind}`, { amount: offer.amount })}</p>
    </section>
  );
}
