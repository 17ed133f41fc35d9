import { Form, Link, useNavigation, useSubmit } from '@remix-run/react';
import { ChevronDown, Flag, SlidersHorizontal, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { Category } from './categories';
import { CategoryIcon } from './category-icon';
import type { LoadedGallery } from './gallery-page.server';
import { type FilterPanel, toFilterSearch } from './gallery-state';
import { useSelection } from './selection';

/**
 * The filters by device and category. Each is a GET form in a `<details>`; the browser keeps only one open (GAL-032). With script, a tap
 * applies at once.
 */
export function GalleryFilters({ gallery, path }: { gallery: LoadedGallery; path: string }) {
  const { t } = useTranslation();
  const { devices, categories, state } = gallery;
  const { deviceIds, ocrFilters } = state;
  return (
    <div className="g-filters" id="filters">
      {devices.length < 2 ? null : (
        <Panel
          clearTo={path + toFilterSearch({ deviceIds: [], ocrFilters }, [['open', 'device']])}
          count={deviceIds.length}
          icon={<Smartphone aria-hidden className="icon" />}
          isOpen={state.openPanel === 'device'}
          kept={ocrFilters.map((value) => ({ name: 'category', value }))}
          legend={t('gallery.show_from')}
          name={t('gallery.filter_device')}
          panel="device"
          path={path}
        >
          {devices.map(({ id, name, count }) => (
            <Chip
              count={count}
              icon={<Smartphone aria-hidden className="icon-small" />}
              isChosen={deviceIds.length === 0 || deviceIds.includes(id)}
              key={id}
              loaded={gallery}
              name="device"
              value={id}
            >
              <bdi>{name}</bdi>
            </Chip>
          ))}
        </Panel>
      )}
      <Panel
        clearTo={path + toFilterSearch({ deviceIds, ocrFilters: [] }, [['open', 'category']])}
        count={ocrFilters.length}
        icon={<Flag aria-hidden className="icon" />}
        isOpen={state.openPanel === 'category'}
        kept={deviceIds.map((value) => ({ name: 'device', value }))}
        legend={t('gallery.show_with')}
        name={t('gallery.filter_category')}
        panel="category"
        path={path}
      >
        {categories.map(({ category, count }) => (
          <Chip
            count={count}
            icon={<CategoryIcon category={category} small />}
            isChosen={ocrFilters.includes(category)}
            key={category}
            loaded={gallery}
            name="category"
            value={category}
          >
            <span>{toName(t, category)}</span>
          </Chip>
        ))}
      </Panel>
      <SelectSwitch />
      <ButtonLink className="only-wide g-settings" kind="quiet" to={`${path}/settings`}>
        <SlidersHorizontal aria-hidden className="icon" />
        {t('gallery.monitoring')}
      </ButtonLink>
    </div>
  );
}

/** Shows the checkboxes of the tiles. It may have been pressed before the script was there. */
function SelectSwitch() {
  const { t } = useTranslation();
  const { setSelecting } = useSelection();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setSelecting(box.current?.checked === true), [setSelecting]);
  return (
    <label className="button button-quiet g-select">
      <input
        className="sr-only"
        id="g-select"
        onChange={({ currentTarget }) => setSelecting(currentTarget.checked)}
        ref={box}
        type="checkbox"
      />
      {t('gallery.select')}
    </label>
  );
}

function toName(t: (key: string) => string, category: Category): string {
  return t(`gallery.category_${category}`);
}

// React 18 has no type for the name of a group of `details`.
const EXCLUSIVE = { name: 'filter' };

function Panel({
  panel,
  name,
  icon,
  legend,
  count,
  isOpen,
  kept,
  clearTo,
  path,
  children,
}: {
  panel: FilterPanel;
  name: string;
  icon: ReactNode;
  legend: string;
  count: number;
  isOpen: boolean;
  kept: ReadonlyArray<{ name: string; value: string }>;
  clearTo: string;
  path: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const isHydrated = useHydrated();
  return (
    <details data-panel={panel} open={isOpen} {...EXCLUSIVE}>
      <summary className="button button-plain">
        {icon}
        <span>{name}</span>
        <b>{count === 0 ? t(`gallery.all_${panel}`) : count}</b>
        <ChevronDown aria-hidden className="icon-small" />
      </summary>
      <Form
        action={path}
        className="g-panel"
        method="get"
        onChange={({ currentTarget }) => submit(currentTarget, { replace: true, preventScrollReset: true })}
        preventScrollReset
        replace
      >
        <input name="open" type="hidden" value={panel} />
        {kept.map((field) => (
          <input key={field.value} type="hidden" {...field} />
        ))}
        <fieldset>
          <legend>{legend}</legend>
          <div className="g-chips">{children}</div>
        </fieldset>
        <div className="g-panel-end">
          {isHydrated ? null : <Button kind="soft">{t('gallery.show')}</Button>}
          <Link className="button button-quiet" preventScrollReset replace to={clearTo}>
            {t('gallery.clear')}
          </Link>
        </div>
      </Form>
    </details>
  );
}

/**
 * A checkbox with the number of screenshots that it stands for. One without screenshots can only be turned off. A tap counts until the page
 * has `loaded` again, because taps may follow faster than answers.
 */
function Chip({
  name,
  value,
  isChosen,
  loaded,
  count,
  icon,
  children,
}: {
  name: string;
  value: string;
  isChosen: boolean;
  loaded: LoadedGallery;
  count: number;
  icon: ReactNode;
  children: ReactNode;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isIdle = useNavigation().state === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run for each load, also if the filters are the same.
  useEffect(() => {
    if (isIdle && box.current !== null) box.current.checked = isChosen;
  }, [isChosen, isIdle, loaded]);
  return (
    <label className="g-chip">
      <input defaultChecked={isChosen} disabled={count === 0 && !isChosen} name={name} ref={box} type="checkbox" value={value} />
      {icon}
      {children}
      <b>{count}</b>
    </label>
  );
}
