import { CloudOff, EyeOff, ImageOff, KeyRound, type LucideIcon, RotateCw, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { FaultProps } from './picture-state';

const ICONS: Record<FaultProps['reason'], LucideIcon> = {
  missing: ImageOff,
  'wrong-key': KeyRound,
  altered: ShieldAlert,
  'no-picture': EyeOff,
  failed: CloudOff,
};

/** Says why there is no picture. Only a failed download can be tried again. */
export function Fault({ alt, reason, onRetry }: FaultProps) {
  const { t } = useTranslation();
  const Icon = ICONS[reason];
  const name = reason.replace('-', '_');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this is inside a tile.
    <span aria-label={alt} className="g-fault" role="group">
      <Icon aria-hidden className="icon" />
      <span>
        <strong>{t(`picture.${name}`)}</strong>
        {t(`picture.${name}_text`)}
      </span>
      {reason === 'failed' ? (
        <Button className="g-retry" onClick={onRetry} type="button">
          <RotateCw aria-hidden className="icon" />
          {t('picture.retry')}
        </Button>
      ) : null}
    </span>
  );
}
