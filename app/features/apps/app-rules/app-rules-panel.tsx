import { Form, useLocation, useNavigate, useSubmit } from '@remix-run/react';
import { Hourglass, LayoutGrid, RefreshCw, Search } from 'lucide-react';
import { type MouseEvent, memo, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#app/browser/lazy-component';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { useEarlyInput } from '#app/components/ui/early-input';
import { EmptyState } from '#app/components/ui/empty-state';
import { Field, SelectField } from '#app/components/ui/field';
import { useHydrated } from '#app/components/ui/use-hydrated';
import type { Directive } from '#app/domain/app-rules';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import { type Clock, useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { LockedNote } from '../locked-note';
import type { PanelPage } from '../panel-form';
import { UnsupportedDevices } from '../unsupported-devices';
import { AppDialog as WrittenWindow } from './app-dialog';
import { AppIcon } from './app-icon';
import { type AppRow, SORT_TYPES, searchApps } from './app-list';
import type { AppRules } from './app-rules.server';
import { toAccessText, toShortBehindText, toUseText } from './app-words';
import { toDialogPath } from './dialog-path';
import { DirectiveButtons, useDirectiveTaps } from './directive-choice';

// The server renders the dialog with the page. Browsers load its code only when a dialog is opened, because most visits open none.
const AppDialog = import.meta.env.SSR ? WrittenWindow : lazyComponent(async () => (await import('./app-dialog')).AppDialog);

type Panel = { data: AppRules; page: Pick<PanelPage, 'child' | 'now' | 'formToken'>; reply: FormReply | undefined };

/** The child's apps with their current access and rules, changed in one tap (APPS-001 to APPS-031). */
export function AppRulesPanel({ data, page, reply }: Panel) {
  const { t } = useTranslation();
  const { child, now, formToken } = page;
  const clock = useClock(child.timeZone, now);
  const token = reply?.token ?? formToken;
  return (
    <>
      <Card end={data.rows.length === 0 ? null : <AskAgain token={token} />} title={t('panels.app-rules')}>
        {data.isLocked ? <LockedNote isKept={data.isKept} would={t('apps.would')} /> : null}
        <UnsupportedDevices behind={data.behind} what={t('apps.what')} />
        {data.rows.length === 0 ? (
          <EmptyState
            action={data.hasDevice ? <AskAgain token={token} /> : null}
            icon={<LayoutGrid aria-hidden className="icon" />}
            title={t('apps.none')}
          >
            {t(data.hasDevice ? 'apps.none_text' : 'apps.none_device')}
          </EmptyState>
        ) : (
          <Apps clock={clock} data={data} key={data.search} token={token} />
        )}
      </Card>
      {data.opened === null ? null : (
        <Suspense>
          <AppDialog
            childId={child.id}
            clock={clock}
            details={data.opened}
            isLocked={data.isLocked}
            isScheduleLocked={data.isScheduleLocked}
            reply={reply}
            token={token}
            view={data.view}
          />
        </Suspense>
      )}
    </>
  );
}

function AskAgain({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <FormToken token={token} />
      <Button kind="soft" name="intent" value="ask-apps">
        <RefreshCw aria-hidden className="icon-small" />
        {t('apps.ask')}
      </Button>
    </Form>
  );
}

const IN_PLACE = { preventScrollReset: true, replace: true };

/** The list with its search and sort order. With script, a search needs no request. */
function Apps({ data, clock, token }: { data: AppRules; clock: Clock; token: string }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const [search, setSearch] = useState(data.search);
  const form = useRef<HTMLFormElement>(null);
  // Applies input from before hydration, because the submit button disappears on hydration.
  useEarlyInput(() => {
    if (form.current === null) return;
    const fields = new FormData(form.current);
    setSearch(String(fields.get('q')));
    if (fields.get('sort') !== data.sort) submit(form.current, IN_PLACE);
  });
  const rows = searchApps(data.rows, useDeferredValue(search));
  return (
    <>
      <Form className="app-find" method="get" preventScrollReset ref={form} role="search">
        <Field
          autoComplete="off"
          defaultValue={data.search}
          id="apps-search"
          label={t('apps.search')}
          name="q"
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          start={<Search aria-hidden className="icon" />}
          type="search"
        />
        <SelectField
          defaultValue={data.sort}
          id="apps-sort"
          label={t('apps.sort')}
          name="sort"
          onChange={({ currentTarget }) => submit(currentTarget.form, IN_PLACE)}
        >
          {SORT_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`apps.sort_${type}`)}
            </option>
          ))}
        </SelectField>
        {isHydrated ? null : <Button kind="soft">{t('apps.show')}</Button>}
      </Form>
      <p className="hint" role="status">
        {t('apps.count', { count: rows.length })}
      </p>
      <Rows clock={clock} isLocked={data.isLocked} rows={rows} token={token} />
    </>
  );
}

/** One form and one listener for all rows, because a child may have 500 apps. */
function Rows({ rows, clock, token, isLocked }: { rows: Array<AppRow>; clock: Clock; token: string; isLocked: boolean }) {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const openDialog = useDialogLinks(pathname);
  const taps = useDirectiveTaps();
  const words = useMemo(
    () => ({ A: t('apps.rule_A'), S: t('apps.rule_S'), N: t('apps.rule_N'), limit: t('apps.limit'), isNew: t('apps.new') }),
    [t],
  );
  const gap = sentenceSeparator(i18n.language);
  return (
    <Form method="post" preventScrollReset>
      <FormToken token={token} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks of the links inside, which keys fire too */}
      <ul className="app-rows" onClick={openDialog}>
        {rows.map((row) => {
          const tap = taps.get(row.bundleId) ?? null;
          const parts = [
            tap === null ? (row.isConfirmed ? toAccessText(t, row.access, clock) : null) : t('manage.sending'),
            toUseText(t, row, clock),
            row.schedules.length === 0 ? null : t('apps.own_schedules', { names: row.schedules.join(', ') }),
            ...row.behind.map((device) => toShortBehindText(t, device)),
          ];
          return (
            <Row
              asked={tap?.directive ?? null}
              isLocked={isLocked}
              key={row.bundleId}
              read={tap?.read ?? row.directive}
              row={row}
              text={parts.filter((part) => part !== null).join(gap)}
              search={search}
              words={words}
            />
          );
        })}
      </ul>
    </Form>
  );
}

type Words = Record<Directive | 'limit' | 'isNew', string>;

/** One app: its current access and its three rule buttons. */
const Row = memo(function Row({
  row,
  text,
  asked,
  read,
  search,
  words,
  isLocked,
}: {
  row: AppRow;
  text: string;
  asked: Directive | null;
  read: Directive;
  search: string;
  words: Words;
  isLocked: boolean;
}) {
  const { bundleId, title, logo, directive } = row;
  return (
    <li className="app-row" data-app={bundleId} data-directive={directive} data-sending={asked === null ? undefined : 'true'}>
      <AppIcon bundleId={bundleId} logo={logo} title={title} />
      <div className="app-said">
        <a className="app-name" href={toDialogPath(search, 'app', bundleId)}>
          <bdi>{title}</bdi>
        </a>
        {row.isNew ? <span className="next-day">{words.isNew}</span> : null}
        <p className="hint">{text}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: screen readers would read the legend for each of 500 rows */}
      <div aria-label={title} className="choice" role="group">
        <DirectiveButtons
          pendingDirective={asked}
          bundleId={bundleId}
          directive={directive}
          isLocked={isLocked}
          read={read}
          words={words}
        />
      </div>
      <a aria-label={`${words.limit}: ${title}`} className="app-limit" href={toDialogPath(search, 'limit', bundleId)}>
        <Hourglass aria-hidden className="icon-small" />
        {words.limit}
      </a>
    </li>
  );
});

/**
 * Returns a click handler that opens plain links without a document load. One handler serves all links, because there may be a thousand.
 */
function useDialogLinks(pathname: string) {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain) return;
    event.preventDefault();
    navigate(pathname + link.search, { preventScrollReset: true });
  };
}
