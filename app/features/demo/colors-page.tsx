import { useTranslation } from 'react-i18next';
import { Avatar } from '#app/components/ui/avatar';
import { AVATAR_COLOURS } from '#app/domain/avatar';
import { StateBadge } from '#app/features/children/status/state-badge';
import { Specimen, Specimens } from './specimen';

const SLOTS = [...Array(AVATAR_COLOURS).keys()];
const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'wash', 'scrim', 'toast'];
const LINES = ['line', 'edge', 'edge-soft', 'plan-edge'];
const WORDS = ['ink', 'muted', 'brand', 'brand-deep', 'brand-tint', 'on-brand'];
const VIEWS = ['allowed', 'blocked', 'paused', 'pending', 'unmanaged'] as const;
const PLAN = ['plan', 'plan-ink', 'lamp'];

/** Showcase page for all colors of profile pictures (DEMO-020) and all color tokens. */
export function ColorsPage() {
  const { t } = useTranslation('showcase');
  return (
    <Specimens>
      <Specimen title={t('colors.faces')}>
        <ul className="flex flex-wrap gap-3">
          {SLOTS.map((slot) => (
            <li className="grid justify-items-center gap-1" data-slot={slot} key={slot}>
              <Avatar colorSlot={slot} name={String.fromCodePoint(65 + slot)} />
              <span className="hint">{slot}</span>
            </li>
          ))}
        </ul>
        <p className="hint">{t('colors.faces_text')}</p>
      </Specimen>
      <Specimen title={t('colors.states')}>
        <ul className="flex flex-wrap gap-3">
          {VIEWS.map((view) => (
            <li key={view}>
              <StateBadge view={view} />
            </li>
          ))}
        </ul>
        <Swatches tokens={VIEWS.flatMap((view) => [view, `${view}-tint`])} />
      </Specimen>
      <Specimen title={t('colors.grounds')}>
        <Swatches tokens={GROUNDS} />
      </Specimen>
      <Specimen title={t('colors.words')}>
        <Swatches tokens={WORDS} />
      </Specimen>
      <Specimen title={t('colors.lines')}>
        <Swatches tokens={LINES} />
      </Specimen>
      <Specimen title={t('colors.plan')}>
        <Swatches tokens={PLAN} />
      </Specimen>
    </Specimens>
  );
}

function Swatches({ tokens }: { tokens: Array<string> }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {tokens.map((token) => (
        <li key={token}>
          <svg aria-hidden className="h-11 w-full rounded-(--r-control) border border-(--edge-soft)">
            <rect fill={`var(--${token})`} height="100%" width="100%" />
          </svg>
          <code className="hint">{token}</code>
        </li>
      ))}
    </ul>
  );
}
