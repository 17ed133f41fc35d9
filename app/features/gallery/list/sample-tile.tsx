import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { isolateName } from '#app/domain/isolate-name';
import type { Clock } from '#app/features/shell/time/use-clock';
import { useRevealed } from '../pictures/revealed';
import { SamplePicture } from '../pictures/sample-picture';
import { CategoryIcon } from './category-icon';
import { SELECTION } from './delete-dialog';
import type { ListedSample } from './listed-sample';
import { useSelection } from './selection';
import { useGalleryWords } from './use-gallery-words';

/**
 * A screenshot in the list: its picture, which only script opens, and what the server knows. One with a possible hit stays blurred until the
 * parent reveals it. `to`: its page. Every node counts, because a screen has dozens of tiles.
 */
export function SampleTile({ sample, clock, to }: { sample: ListedSample; clock: Clock; to: string }) {
  const { t } = useTranslation();
  const words = useGalleryWords(clock);
  const { id, at, deviceId, deviceName, hits, isNew, isMissing } = sample;
  const name = words.open(sample);
  const [first] = hits;
  // Not a state of the tile, which comes and goes while scrolling.
  const { isRevealed, reveal } = useRevealed(id);
  const isVeiled = hits.length > 0 && !isRevealed;
  const params = { time: clock.time(at), device: isolateName(deviceName) };
  return (
    <>
      <div className="g-pic">
        <SamplePicture alt={name} deviceId={deviceId} kind="thumb" sampleId={id} veiled={isVeiled} />
        <Link aria-label={name} className="g-open" to={to} />
        {isVeiled && first !== undefined ? (
          <div className="g-veil">
            <CategoryIcon category={first.category} />
            <span>{words.possible(hits)}</span>
            <button
              aria-label={t('gallery.reveal_sample', params)}
              className="g-reveal"
              onClick={({ currentTarget }) => {
                // The button goes away, so the screenshot’s link takes the focus.
                currentTarget.closest('.g-pic')?.querySelector<HTMLElement>('.g-open')?.focus();
                reveal();
              }}
              type="button"
            >
              {t('gallery.reveal')}
            </button>
          </div>
        ) : null}
        <SelectBox id={id} label={t('gallery.select_sample', params)} />
      </div>
      <div className="g-caption">
        <time dateTime={new Date(at).toISOString()}>{clock.time(at)}</time>
        {isNew ? <b className="g-new">{t('gallery.new')}</b> : null}
        <bdi className="g-dev">{deviceName}</bdi>
        {first === undefined ? null : (
          <span className="g-was">
            <CategoryIcon category={first.category} small />
            <span>{words.possible(hits)}</span>
          </span>
        )}
        {isMissing ? <span className="g-was">{t('gallery.missing')}</span> : null}
      </div>
    </>
  );
}

/** The checkbox of a tile. With script, it is there only while selecting, and the form gets the selected ids from the selection, because tiles come and go while scrolling. */
function SelectBox({ id, label }: { id: string; label: string }) {
  const { ids, select, isSelecting } = useSelection();
  const isHydrated = useHydrated();
  if (isHydrated && !isSelecting) return null;
  return (
    <input
      aria-label={label}
      checked={ids.has(id)}
      className="g-check"
      form={SELECTION}
      name={isHydrated ? undefined : 'delete'}
      onChange={({ currentTarget }) => select(id, currentTarget.checked)}
      type="checkbox"
      value={id}
    />
  );
}
