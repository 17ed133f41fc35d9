import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { BREAKPOINTS, MOBILE_MENU_WIDTH, SIDE_MENU_WIDTHS } from '#app/components/ui/layout';
import { Specimen, Specimens } from './specimen';

const SPACE = [4, 8, 12, 16, 20, 24, 32, 40, 48, 64];

/** Showcase page for grid, corners, shadows, target sizes, widths and layout breakpoints. */
export function SizingPage() {
  const { t } = useTranslation('showcase');
  const widths = [
    { label: t('sizing.slide_in'), px: MOBILE_MENU_WIDTH },
    { label: t('sizing.collapsed'), px: SIDE_MENU_WIDTHS.collapsed },
    { label: t('sizing.open'), px: SIDE_MENU_WIDTHS.open },
    { label: t('sizing.open_wide'), px: SIDE_MENU_WIDTHS.openXl },
  ];
  return (
    <Specimens>
      <Specimen title={t('sizing.space')}>
        <ul className="stack stack-tight">
          {SPACE.map((px) => (
            <Length key={px} label={`${px} px`} px={px} />
          ))}
        </ul>
      </Specimen>

      <Specimen title={t('sizing.widths')}>
        <ul className="stack stack-tight">
          {widths.map(({ label, px }) => (
            <Length key={px} label={`${label}, ${px} px`} px={px} />
          ))}
        </ul>
      </Specimen>
      <Specimen title={t('sizing.breakpoints')}>
        <ul className="flex flex-wrap gap-2" data-breakpoints>
          <Step className="sm:bg-(--brand-tint) sm:text-brand">{BREAKPOINTS.sm}</Step>
          <Step className="md:bg-(--brand-tint) md:text-brand">{BREAKPOINTS.md}</Step>
          <Step className="lg:bg-(--brand-tint) lg:text-brand">{BREAKPOINTS.lg}</Step>
          <Step className="xl:bg-(--brand-tint) xl:text-brand">{BREAKPOINTS.xl}</Step>
          <Step className="2xl:bg-(--brand-tint) 2xl:text-brand">{BREAKPOINTS.xxl}</Step>
        </ul>
        <p className="hint">{t('sizing.now')}</p>
      </Specimen>

      <Specimen title={t('sizing.corners')}>
        <ul className="flex flex-wrap gap-4">
          <Corner className="rounded-(--r-small)" name="8 px" />
          <Corner className="rounded-(--r-control)" name="12 px" />
          <Corner className="rounded-(--r-card)" name="16 px" />
          <Corner className="rounded-full" name="∞" />
        </ul>
      </Specimen>
      <Specimen title={t('sizing.shadows')}>
        <ul className="flex flex-wrap gap-6 pb-6">
          <Corner className="rounded-(--r-card) bg-(--surface) shadow-(--shadow-card)" name="shadow-card" />
          <Corner className="rounded-(--r-card) bg-(--surface) shadow-(--shadow-overlay)" name="shadow-overlay" />
        </ul>
      </Specimen>
      <Specimen title={t('sizing.targets')}>
        <div className="button-row">
          <Button type="button">{t('sizing.button')}, 48 px</Button>
          <span className="inline-flex min-h-11 items-center rounded-(--r-small) bg-(--sunken) px-3">{t('sizing.row')}, 44 px</span>
        </div>
      </Specimen>
    </Specimens>
  );
}

/** A bar `px` pixels long, limited by the available width. */
function Length({ label, px }: { label: string; px: number }) {
  return (
    <li className="flex flex-wrap items-center gap-3" data-px={px}>
      <svg aria-hidden className="h-4 max-w-full" width={px}>
        <rect fill="var(--brand)" height="100%" width="100%" />
      </svg>
      {label}
    </li>
  );
}

function Step({ className, children }: { className: string; children: number }) {
  return <li className={`rounded-full border border-(--edge) px-3 py-1 ${className}`}>{children} px</li>;
}

function Corner({ className, name }: { className: string; name: string }) {
  return (
    <li className="grid justify-items-center gap-2">
      <span className={`size-16 border border-(--edge) ${className}`} />
      <code className="hint">{name}</code>
    </li>
  );
}
