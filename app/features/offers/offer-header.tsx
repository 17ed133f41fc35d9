import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OfferHeader as Offer } from '~/domain/offer';

/** What a coupon or group promises, at the head of the landing page’s form (LAND-008); nothing where there is no offer. */
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
