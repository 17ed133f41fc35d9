import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { describeMapSource, type MapSource } from '#app/domain/map-source';
import { useDistance } from '../use-distance';
import { type LegendRow, MapLegend } from './map-legend';
import { WIDE_SCALE } from './map-scale';
import { scaleBarMeters } from './scale-bar';

/** The line below the map: its scale, who drew it, whose addresses are beside it, and the legend. `pxPerMeter`: on the page. */
export function MapCredit({
  source,
  credits,
  pxPerMeter,
  isLive,
  legend,
}: {
  source: MapSource | null;
  credits: ReadonlyArray<string>;
  pxPerMeter: number;
  isLive: boolean;
  legend: ReadonlyArray<LegendRow>;
}) {
  const { t } = useTranslation();
  return (
    <div className="loc-credit">
      <ScaleBar pxPerMeter={pxPerMeter} width={isLive ? 'any' : 'narrow'} />
      {isLive ? null : <ScaleBar pxPerMeter={pxPerMeter * WIDE_SCALE} width="wide" />}
      {source === null ? null : (
        <span>
          <SourceName source={source} />
          {credits.length === 0 ? null : ` · ${t('map.addresses', { source: credits.join(', ') })}`}
        </span>
      )}
      <MapLegend rows={legend} />
    </div>
  );
}

/** A bar of a round length. `width`: the pages that show it; the server does not know how wide the page is. */
function ScaleBar({ pxPerMeter, width }: { pxPerMeter: number; width: 'any' | 'narrow' | 'wide' }) {
  const { units, distance } = useDistance();
  const meters = scaleBarMeters(pxPerMeter, units);
  return (
    <span aria-hidden className="loc-scale" data-width={width}>
      <i style={{ '--bar': Math.round(meters * pxPerMeter) } as CSSProperties} />
      {distance(meters)}
    </span>
  );
}

function SourceName({ source }: { source: MapSource }) {
  const { t } = useTranslation();
  const { id, credit, href } = describeMapSource(source);
  const text = id === 'town' || credit === null ? t(`map.source_${id}`) : t('map.source', { source: credit });
  if (href === null) return text;
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {text}
    </a>
  );
}
