import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

const TEXTS = { closed: 'offer.closed', coupon: 'error_strings.coupon_invalid' } as const;

/** Why the visit's offer does not count: the invitation is closed, or the coupon cannot be used. The form goes on without it. */
export function OfferTrouble({ trouble }: { trouble: keyof typeof TEXTS | null }) {
  const { t } = useTranslation();
  if (trouble === null) return null;
  return (
    <Note icon={<Info aria-hidden className="icon" />} role="status" state="pending">
      <p data-offer-trouble={trouble}>{t(TEXTS[trouble])}</p>
    </Note>
  );
}
