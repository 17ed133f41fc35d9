import { Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight, Eye, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/components/ui/button';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { isolateName } from '#app/domain/isolate-name';
import type { SampleDetails } from '#app/domain/sample-details';
import type { Clock } from '#app/features/shell/time/use-clock';
import { CategoryIcon } from '../list/category-icon';
import { useGalleryWords } from '../list/use-gallery-words';
import { prepareAhead } from '../pictures/prepare-ahead';
import { useRevealed } from '../pictures/revealed';
import { SamplePicture } from '../pictures/sample-picture';
import { useAccountId } from '../pictures/use-picture';
import { useStage } from './use-stage';
import type { ViewedSample } from './viewed-sample';
import type { ViewerPage } from './viewer';

/** Width of a screen per height, until its details are decrypted. */
const PHONE = 9 / 16;

/** The screenshot on the dark stage, with ways to its neighbors. `details`: null until they are decrypted. */
export function Stage({ page, details, clock, name }: { page: ViewerPage; details: SampleDetails | null; clock: Clock; name: string }) {
  const { t } = useTranslation();
  const { child, sample, place, search, newer, older, strip } = page;
  const isHydrated = useHydrated();
  const toPath = (one: ViewedSample | null) => (one === null ? null : `/gallery/${child.id}/${one.id}${search}`);
  const paths = { newer: toPath(newer), older: toPath(older), close: `/gallery/${child.id}${search}` };
  const { zoom, zoomIn, zoomOut, fit, swipe } = useStage(sample.id, paths);
  usePreparedNeighbors(newer, older);
  const stage = useRef<HTMLElement>(null);
  useFocus(stage, sample.id);
  return (
    <section aria-label={name} className="stage" ref={stage} tabIndex={-1}>
      <div className="stage-bar">
        <Link aria-label={t('viewer.close')} className="stage-button" to={paths.close}>
          <X aria-hidden className="icon" />
        </Link>
        <p>
          <strong>{t('viewer.place', place)}</strong> <span suppressHydrationWarning>{clock.date(sample.at)}</span>
        </p>
        {isHydrated ? (
          <div className="stage-tools">
            <IconButton className="stage-button" disabled={zoomOut === null} label={t('viewer.zoom_out')} onClick={zoomOut ?? undefined}>
              <ZoomOut aria-hidden className="icon" />
            </IconButton>
            <button className="stage-word only-wide" onClick={fit} type="button">
              {t('viewer.zoom_fit')}
            </button>
            <IconButton className="stage-button" disabled={zoomIn === null} label={t('viewer.zoom_in')} onClick={zoomIn ?? undefined}>
              <ZoomIn aria-hidden className="icon" />
            </IconButton>
          </div>
        ) : null}
      </div>
      <p aria-live="polite" className="sr-only">
        {name}
      </p>
      <div className="stage-view" data-zoom={zoom} style={{ '--zoom': zoom } as CSSProperties} {...swipe}>
        {sample.screens.map((kind, index) => (
          <BigShot clock={clock} details={details} index={index} key={kind} name={name} sample={sample} />
        ))}
      </div>
      {paths.newer === null ? null : <Arrow label={t('viewer.newer')} side="left" to={paths.newer} />}
      {paths.older === null ? null : <Arrow label={t('viewer.older')} side="right" to={paths.older} />}
      <ol aria-label={t('viewer.strip')} className="filmstrip">
        {strip.map((one) => (
          <StripShot
            clock={clock}
            deviceName={page.deviceNames[one.deviceId] ?? ''}
            isCurrent={one.id === sample.id}
            key={one.id}
            sample={one}
            to={`/gallery/${child.id}/${one.id}${search}`}
          />
        ))}
      </ol>
    </section>
  );
}

type BigShotProps = { sample: ViewedSample; index: number; details: SampleDetails | null; name: string; clock: Clock };

/** One screen in full. One with a possible hit is veiled until it is tapped. */
function BigShot({ sample, index, details, name, clock }: BigShotProps) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { isRevealed, reveal } = useRevealed(sample.id);
  const isVeiled = sample.hits.length > 0 && !isRevealed;
  const size = details?.screens[index];
  const ratio = size === undefined ? PHONE : size.width / size.height;
  const label = sample.screens.length === 1 ? name : `${name}, ${t('viewer.screen', { number: index + 1 })}`;
  return (
    <div className="big-shot" style={{ '--ratio': ratio } as CSSProperties}>
      <SamplePicture alt={label} deviceId={sample.deviceId} kind={`screen-${index}`} sampleId={sample.id} veiled={isVeiled} />
      {isVeiled && isHydrated ? (
        <div className="v-veil">
          <VeilText clock={clock} sample={sample} />
          <button
            className="v-reveal"
            onClick={({ currentTarget }) => {
              // The button goes away, so the stage takes the focus.
              currentTarget.closest<HTMLElement>('.stage')?.focus({ preventScroll: true });
              reveal();
            }}
            type="button"
          >
            <Eye aria-hidden className="icon" />
            {t('viewer.reveal')}
          </button>
        </div>
      ) : null}
    </div>
  );
}

function VeilText({ sample, clock }: { sample: ViewedSample; clock: Clock }) {
  const words = useGalleryWords(clock);
  const [first] = sample.hits;
  return (
    <p className="v-veil-text">
      {first === undefined ? null : <CategoryIcon category={first.category} />}
      {words.possible(sample.hits)}
    </p>
  );
}

function Arrow({ to, side, label }: { to: string; side: 'left' | 'right'; label: string }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <Link aria-label={label} className={`stage-arrow ${side}`} data-way={side} preventScrollReset replace to={to}>
      <Icon aria-hidden className="icon" />
    </Link>
  );
}

type StripShotProps = { sample: ViewedSample; deviceName: string; to: string; isCurrent: boolean; clock: Clock };

function StripShot({ sample, deviceName, to, isCurrent, clock }: StripShotProps) {
  const { isRevealed } = useRevealed(sample.id);
  const name = `${clock.date(sample.at)}, ${clock.time(sample.at)}, ${isolateName(deviceName)}`;
  return (
    <li>
      <SamplePicture
        alt={name}
        deviceId={sample.deviceId}
        kind="thumb"
        sampleId={sample.id}
        veiled={sample.hits.length > 0 && !isRevealed}
      />
      <Link aria-current={isCurrent ? 'true' : undefined} aria-label={name} preventScrollReset replace to={to} />
    </li>
  );
}

/** Moves a lost focus to the stage: when it opens, and when a neighbor has no focused control anymore. */
function useFocus(stage: RefObject<HTMLElement>, sampleId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for each screenshot.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) stage.current?.focus({ preventScroll: true });
  }, [stage, sampleId]);
}

/** Opens the neighbors' pictures ahead, so that an arrow shows them at once. */
function usePreparedNeighbors(newer: ViewedSample | null, older: ViewedSample | null): void {
  const accountId = useAccountId();
  const [next, previous] = [older, newer].map((one) => (one === null ? '' : `${one.id} ${one.deviceId}`));
  useEffect(() => {
    const names = [next, previous].flatMap((name) => (name === undefined || name === '' ? [] : [name]));
    if (accountId === null) return;
    return prepareAhead(
      accountId,
      names.map((name) => {
        const [sampleId = '', deviceId = ''] = name.split(' ');
        return { sampleId, deviceId, kind: 'screen-0' as const };
      }),
    );
  }, [accountId, next, previous]);
}
