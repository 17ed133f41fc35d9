import { ChevronDown } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/components/ui/dialog';
import type { PickerTier } from '#app/domain/subscription-view';
import { FeatureList } from './feature-list';

type Look = 'sheet' | 'dialog';

/**
 * The «see all features» part of a card (SUBS-064 to SUBS-066). Without script it opens in the card; with script as a sheet at the bottom on touch
 * devices, and as a dialog elsewhere.
 */
export function MoreFeatures({ tier, days, devices, isSold }: { tier: PickerTier; days: number; devices: string; isSold: boolean }) {
  const { t } = useTranslation();
  const [look, setLook] = useState<Look | null>(null);
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    setLook(window.matchMedia('(pointer: coarse)').matches ? 'sheet' : 'dialog');
  };
  const list = <FeatureList days={days} devices={devices} tier={tier} />;
  const name = t(`plans.tier_${tier}`);
  return (
    <>
      <details className="more-features">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, and its click event covers keys */}
        <summary onClick={onClick}>
          {t('plans.see_all')}
          <span className="sr-only"> {name}</span>
          <ChevronDown aria-hidden className="icon-small" />
        </summary>
        {list}
      </details>
      {look === null ? null : (
        <div className="features-window" data-look={look}>
          <Dialog
            foot={
              isSold ? (
                <button className="button button-main" name="tier" type="submit" value={tier}>
                  {t('plans.choose_plan', { plan: name })}
                </button>
              ) : undefined
            }
            title={t('plans.all_of', { plan: name })}
            wayOut={{ label: t('actions.close'), onClose: () => setLook(null) }}
          >
            {list}
          </Dialog>
        </div>
      )}
    </>
  );
}
