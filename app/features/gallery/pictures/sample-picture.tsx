import { Lock } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useRef } from 'react';
import { addTexts } from '#app/browser/page-texts';
import type { PictureKind } from './picture-kind';
import type { FaultProps } from './picture-state';
import { usePicture } from './use-picture';

export type SamplePictureProps = {
  sampleId: string;
  deviceId: string;
  kind: PictureKind;
  /** What the picture is, such as «Screenshot of Pixel 7a, 20:31». */
  alt: string;
  /** True: shown blurred. */
  veiled?: boolean;
};

// Faults are rare, so pages load their texts only then. If that fails, the picture looks sealed.
const Fault = lazy<ComponentType<FaultProps>>(() =>
  Promise.all([import('./picture-fault'), addTexts('viewer')]).then(
    ([{ Fault }]) => ({ default: Fault }),
    () => ({ default: Sealed }),
  ),
);

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
  const reason = shown.kind === 'fault' ? shown.fault : shown.kind === 'failed' ? 'failed' : null;
  const isSealed = shown.kind === 'sealed' || shown.kind === 'loading';
  return (
    <span
      className={veiled ? 'g-picture g-veiled' : 'g-picture'}
      data-kind={kind}
      data-picture={reason ?? shown.kind}
      data-sample={sampleId}
      ref={frame}
    >
      <canvas aria-label={alt} height={0} hidden={shown.kind !== 'open'} ref={canvas} role="img" width={0} />
      {isSealed ? <Sealed alt={alt} isOpening={shown.kind === 'loading'} /> : null}
      {reason === null ? null : (
        <Suspense fallback={<Sealed alt={alt} />}>
          <Fault alt={alt} onRetry={retry} reason={reason} />
        </Suspense>
      )}
    </span>
  );
}

function Sealed({ alt, isOpening = false }: { alt: string; isOpening?: boolean }) {
  return (
    <span aria-busy={isOpening || undefined} aria-label={alt} className="g-sealed" role="img">
      {isOpening ? null : <Lock aria-hidden className="icon" />}
    </span>
  );
}
