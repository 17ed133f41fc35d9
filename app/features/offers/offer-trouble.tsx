import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '#app/components/ui/note';

const TEXTS = { closed: 'offer.closed', coupon: 'error_strings.coupon_invalid' } as const;

/** Explains why the offer does not apply: the invitation is closed or the coupon is invalid. The form works without the offer. */
export function OfferTrouble({ trouble }: { trouble: keyof typeof TEXTS | null }) {
  const { t } = useTranslation();
  if (trouble === null) return null;
  return (
    <Note icon={<Info aria-hidden className="icon" />} role="status" state="pending">
      <p data-offer-trouble={trouble}>{t(TEXTS[trouble])}</p>
    </Note>
  );
}
