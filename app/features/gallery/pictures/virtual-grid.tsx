import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TimeZone } from '#app/domain/time';
import { localDay } from '#app/features/shell/time/times';
import { prepareAhead } from './prepare-ahead';
import type { StoredSample } from './sample-rows';
import { useAccountId } from './use-picture';
import { countDays, type DayPlace, findVisible, type GridSizes, placeDays } from './virtual-layout';

/** A day of the grid. `day`: its local date as days since 1970; `at`: a time of that day. */
export type GridDay = { day: number; count: number; at: number };

type Samples = ReadonlyArray<StoredSample>;

const DAY_MS = 24 * 60 * 60_000;

/** Sizes until the page is measured. */
const GUESS: GridSizes = { columns: 2, head: 48, row: 300, rowGap: 20, dayGap: 32 };

/**
 * All screenshots by day, of which only the visible rows are in the document. With 10,000 samples, a screen of 900 pixels has at most four
 * rows. `heading` renders the inside of a day's heading, `line` what is beside it, `tile` one list item.
 */
export function VirtualGrid({
  samples,
  zone,
  heading,
  line,
  tile,
}: {
  /** Newest first. */
  samples: ReadonlyArray<StoredSample>;
  zone: TimeZone;
  heading: (day: GridDay) => ReactNode;
  /** Renders what is beside the heading, from all samples of the day. It must have a fixed height. */
  line: (samples: ReadonlyArray<StoredSample>) => ReactNode;
  tile: (sample: StoredSample) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLUListElement>(null);
  const days = useMemo(() => countDays(samples, (at) => localDay(at, zone)), [samples, zone]);
  const sizes = useSizes(box, probe);
  const places = useMemo(
    () =>
      placeDays(
        days.map(({ count }) => count),
        sizes,
      ),
    [days, sizes],
  );
  const last = places.at(-1);
  const { from, to } = useViewport(box);
  const visible = findVisible(places, sizes, from, to);
  usePreparation(samples, { places, sizes, from, to });
  return (
    <div className="g-virtual" ref={box} style={{ height: last === undefined ? 0 : last.top + last.height }}>
      <ul aria-hidden className="g-grid g-probe" ref={probe} />
      {visible.map(({ day, firstRow, rows }) => {
        const place = places[day];
        const facts = days[day];
        if (place === undefined || facts === undefined) return null;
        const first = place.first + firstRow * sizes.columns;
        const shown = samples.slice(first, Math.min(place.first + place.count, first + rows * sizes.columns));
        const date = new Date(facts.day * DAY_MS).toISOString().slice(0, 10);
        return (
          <section aria-labelledby={`day-${date}`} className="g-day" data-day={date} key={date} style={{ top: place.top }}>
            <div className="g-dayhead">
              <h2 id={`day-${date}`}>{heading({ ...facts, at: samples[place.first]?.at ?? 0 })}</h2>
              <DayOfSamples first={place.first} line={line} samples={samples} to={place.first + place.count} />
            </div>
            <ul className="g-grid" style={{ top: sizes.head + firstRow * (sizes.row + sizes.rowGap), gridAutoRows: sizes.row }}>
              {shown.map((sample) => (
                <Tile key={sample.id} sample={sample} tile={tile} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

// A scroll event renders the grid again, but not the tiles and days that are already there.
const Tile = memo(({ sample, tile }: { sample: StoredSample; tile: (sample: StoredSample) => ReactNode }) => tile(sample));
const DayOfSamples = memo(
  ({ samples, first, to, line }: { samples: Samples; first: number; to: number; line: (samples: Samples) => ReactNode }) =>
    line(samples.slice(first, to)),
);

/** Measures columns and heights as the styles make them, again when the width or the text size changes. */
function useSizes(box: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>): GridSizes {
  const [sizes, setSizes] = useState(GUESS);
  useLayoutEffect(() => {
    const { current: element } = box;
    const { current: list } = probe;
    if (element === null || list === null) return;
    const measure = () => {
      const style = getComputedStyle(list);
      const columns = style.gridTemplateColumns.split(' ').map(Number.parseFloat);
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const own = getComputedStyle(element);
      const inRem = (name: string) => Number.parseFloat(own.getPropertyValue(name)) * rem;
      const next = {
        columns: Math.max(1, columns.length),
        row: Math.round(((columns[0] ?? 0) * 4) / 3 + inRem('--caption')),
        rowGap: Number.parseFloat(style.rowGap) || 0,
        head: inRem('--head'),
        dayGap: 32,
      };
      setSizes((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, probe]);
  return sizes;
}

/** Returns the visible part of the grid as distances from its top, after each scroll. */
function useViewport(box: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [part, setPart] = useState({ from: 0, to: 0 });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const top = box.current?.getBoundingClientRect().top ?? 0;
      setPart((before) => (before.from === -top && before.to === innerHeight - top ? before : { from: -top, to: innerHeight - top }));
    };
    const onChange = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', onChange, { passive: true });
    addEventListener('resize', onChange);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, [box]);
  return part;
}

type Shown = { places: ReadonlyArray<DayPlace>; sizes: GridSizes; from: number; to: number };

/** Opens the pictures of the next screen once the page is at rest. */
function usePreparation(samples: ReadonlyArray<StoredSample>, { places, sizes, from, to }: Shown): void {
  const accountId = useAccountId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places follow from the samples and the sizes.
  useEffect(() => {
    if (accountId === null || to === 0) return;
    const next = findVisible(places, sizes, to, to + (to - from)).flatMap(({ day, firstRow, rows }) => {
      const place = places[day];
      if (place === undefined) return [];
      const first = place.first + firstRow * sizes.columns;
      return samples.slice(first, Math.min(place.first + place.count, first + rows * sizes.columns));
    });
    return prepareAhead(
      accountId,
      next.map(({ id, deviceId }) => ({ sampleId: id, deviceId, kind: 'thumb' as const })),
    );
  }, [accountId, samples, sizes, from, to]);
}
