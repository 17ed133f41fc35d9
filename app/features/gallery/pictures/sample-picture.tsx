import { CloudOff, EyeOff, ImageOff, KeyRound, Lock, type LucideIcon, RotateCw, ShieldAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { PictureKind } from './picture-kind';
import type { PictureFault } from './sample-pictures';
import { usePicture } from './use-picture';

export type SamplePictureProps = {
  sampleId: string;
  deviceId: string;
  kind: PictureKind;
  /** What the picture is, such as «Screenshot of Pixel 7a, 20:31». */
  alt: string;
  /** True: shown blurred, and never named to screen readers as visible. */
  veiled?: boolean;
};

const ICONS: Record<PictureFault | 'failed', LucideIcon> = {
  missing: ImageOff,
  'wrong-key': KeyRound,
  altered: ShieldAlert,
  'no-picture': EyeOff,
  failed: CloudOff,
};

/**
 * A picture of a sample. On the server, without script and without an unlocked key, it is a sealed placeholder. With the key, it is the
 * picture, or the reason why there is none.
 *
 * Fills its parent, which sets size, shape and rounded corners. May contain a button, so never put it into a link: place a link beside it
 * and stretch that over the tile, below the button.
 */
export function SamplePicture({ sampleId, deviceId, kind, alt, veiled = false }: SamplePictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { shown, retry } = usePicture({ sampleId, deviceId, kind }, frame, canvas);
  return (
    <span
      className={veiled ? 'g-picture g-veiled' : 'g-picture'}
      data-kind={kind}
      data-picture={shown.kind === 'fault' ? shown.fault : shown.kind}
      data-sample={sampleId}
      ref={frame}
    >
      <canvas aria-label={alt} height={0} hidden={shown.kind !== 'open'} ref={canvas} role="img" width={0} />
      {shown.kind === 'sealed' || shown.kind === 'loading' ? <Sealed alt={alt} isOpening={shown.kind === 'loading'} /> : null}
      {shown.kind === 'fault' ? <Fault alt={alt} reason={shown.fault} /> : null}
      {shown.kind === 'failed' ? <Fault alt={alt} onRetry={retry} reason="failed" /> : null}
    </span>
  );
}

function Sealed({ alt, isOpening }: { alt: string; isOpening: boolean }) {
  return (
    <span aria-busy={isOpening || undefined} aria-label={alt} className="g-sealed" role="img">
      {isOpening ? null : <Lock aria-hidden className="icon" />}
    </span>
  );
}

/** Says why there is no picture. Only a failed download can be tried again. */
function Fault({ alt, reason, onRetry }: { alt: string; reason: PictureFault | 'failed'; onRetry?: () => void }) {
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
      {onRetry === undefined ? null : (
        <Button className="g-retry" onClick={onRetry} type="button">
          <RotateCw aria-hidden className="icon" />
          {t('picture.retry')}
        </Button>
      )}
    </span>
  );
}
