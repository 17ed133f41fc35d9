import { Lock } from 'lucide-react';
import type { PictureKind } from './picture-kind';

/**
 * A picture of a sample. On the server, without script and without an unlocked key, it is a sealed placeholder.
 *
 * Fills its parent, which sets size, shape and rounded corners. May contain a button, so never put it into a link: place a link beside it
 * and stretch that over the tile.
 */
export function SamplePicture({ sampleId, kind, alt }: SamplePictureProps) {
  return (
    <span className="g-picture" data-kind={kind} data-picture="sealed" data-sample={sampleId}>
      <SealedPicture alt={alt} />
    </span>
  );
}

export type SamplePictureProps = {
  sampleId: string;
  deviceId: string;
  kind: PictureKind;
  /** What the picture is, such as «Screenshot of Pixel 7a, 20:31». */
  alt: string;
  /** True: shown blurred. */
  veiled?: boolean;
};

function SealedPicture({ alt }: { alt: string }) {
  return (
    <span aria-label={alt} className="g-sealed" role="img">
      <Lock aria-hidden className="icon" />
    </span>
  );
}
