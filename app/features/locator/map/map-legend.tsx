import { useTranslation } from 'react-i18next';

export type LegendRow = 'exact' | 'rough' | 'old' | 'place' | 'counts' | 'path' | 'later' | 'gap';

/** What the marks on this map mean. */
export function MapLegend({ rows }: { rows: ReadonlyArray<LegendRow> }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <details className="loc-legend">
      <summary>{t('map.legend')}</summary>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <span aria-hidden className="loc-sample" data-sample={row} />
            {t(`map.legend_${row}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
