import { Link } from '@remix-run/react';
import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Clock } from '#app/features/shell/time/use-clock';
import { SamplePicture } from '../pictures/sample-picture';
import { CategoryIcon } from './category-icon';
import type { ListedSample } from './listed-sample';
import { useGalleryWords } from './use-gallery-words';

/** A screenshot in the list: its picture, which only script opens, and what the server knows. `to`: its page. */
export function SampleTile({ sample, clock, to }: { sample: ListedSample; clock: Clock; to: string }) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const { id, at, deviceId, deviceName, hits, isNew, isMissing } = sample;
  const name = words.open(sample);
  const [first] = hits;
  return (
    <figure>
      <div className="g-pic">
        <SamplePicture alt={name} deviceId={deviceId} kind="thumb" sampleId={id} veiled={hits.length > 0} />
        <Link aria-label={name} className="g-open" to={to} />
      </div>
      <figcaption>
        <span className="g-line">
          <time dateTime={new Date(at).toISOString()}>{clock.time(at)}</time>
          {isNew ? <b className="g-new">{t('gallery.new')}</b> : null}
        </span>
        <span className="g-dev">
          <Smartphone aria-hidden className="icon-small" />
          <bdi>{deviceName}</bdi>
        </span>
        {first === undefined ? null : (
          <span className="g-was">
            <CategoryIcon category={first.category} small />
            <span>{words.possible(hits)}</span>
          </span>
        )}
        {isMissing ? <span className="g-was">{t('gallery.missing')}</span> : null}
      </figcaption>
    </figure>
  );
}
