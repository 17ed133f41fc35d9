import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#app/components/ui/avatar';
import { Note } from '#app/components/ui/note';
import type { Testimonial } from '#app/domain/partner';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import type { Clock } from '#app/features/shell/time/use-clock';
import { OfferHeader } from './offer-header';
import { OfferTrouble } from './offer-trouble';
import { PromoFacts } from './promo-facts';
import type { PromoView } from './promo-view';

/** Avatar colors of the parents who are quoted. */
const COLOR_SLOTS = [5, 14, 19, 2, 8, 11];

/** What the page shows. `trouble`: why a visitor’s offer does not apply. `isForNewAccounts`: the address has a coupon that a parent can’t use. */
type PromoData = { view: PromoView } & (
  | { kind: 'visitor'; trouble: 'closed' | 'coupon' | null }
  | { kind: 'parent'; isForNewAccounts: boolean }
);

/**
 * The promo page of a plan. `form`: to create an account or to pay; `foot`: more content of the footer. `affiliate` blocks appear only for a
 * coupon of an affiliate that is for this plan (SIGN-041, SIGN-042).
 */
export function PromoPage({ page, form, foot, clock }: { page: PromoData; form: ReactNode; foot: ReactNode; clock: Clock }) {
  const { t } = useTranslation();
  const { view } = page;
  const partner = view.affiliate?.partner ?? null;
  const until = view.endsAt === null ? null : t('promo.until', { date: clock.date(view.endsAt) });
  return (
    <>
      {view.affiliate === null || view.header === null ? null : (
        <aside className="promo-band" data-affiliate="">
          <strong>{t(`offer.${view.header.kind}`, { amount: view.header.amount })}</strong>
          {until === null ? null : <span>{until}</span>}
        </aside>
      )}
      <BareFrame end={partner === null ? undefined : <PartnerName name={partner.name} />} foot={foot} glow wide>
        <div className="promo">
          <div>
            <h1 className="promise">{t('promo.promise')}</h1>
            <p className="lead">{t('promo.lead')}</p>
          </div>
          <div className="promo-form stack">
            {view.affiliate === null ? <OfferHeader offer={view.header} /> : null}
            <Trouble page={page} />
            {form}
          </div>
          <div className="stack">
            <PromoFacts plan={view.plan} />
            {partner === null || partner.testimonials.length === 0 ? null : (
              <section aria-label={t('promo.parents_from', { partner: partner.name })} className="promo-quotes-part" data-affiliate="">
                <h2>{t('promo.parents_from', { partner: partner.name })}</h2>
                <ul className="promo-quotes">
                  {partner.testimonials.map((testimonial, index) => (
                    <Quote key={testimonial.quote} slot={COLOR_SLOTS[index % COLOR_SLOTS.length] ?? 0} testimonial={testimonial} />
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
      </BareFrame>
    </>
  );
}

function Trouble({ page }: { page: PromoData }) {
  const { t } = useTranslation();
  if (page.kind === 'visitor') return <OfferTrouble trouble={page.trouble} />;
  if (!page.isForNewAccounts) return null;
  return (
    <Note icon={<Info aria-hidden className="icon" />} role="status" state="pending">
      <p data-new-accounts="">{t('promo.new_accounts')}</p>
    </Note>
  );
}

function PartnerName({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <p className="promo-partner" data-affiliate="">
      {t('promo.with', { partner: name })}
    </p>
  );
}

/** A testimonial as the operator entered it, in its own language. */
function Quote({ testimonial: { quote, name, about, language }, slot }: { testimonial: Testimonial; slot: number }) {
  return (
    <li lang={language}>
      <figure className="promo-quote">
        <blockquote>{quote}</blockquote>
        <figcaption>
          <Avatar colorSlot={slot} name={name} size="small" />
          <span>
            <strong>{name}</strong>
            {about === '' ? null : <span className="text-muted">{about}</span>}
          </span>
        </figcaption>
      </figure>
    </li>
  );
}
