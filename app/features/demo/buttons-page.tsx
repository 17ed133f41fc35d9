import { useSearchParams } from '@remix-run/react';
import { Check, Clock, Lock, Pause, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, IconButton } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Menu } from '#app/components/ui/menu';
import { Tabs } from '#app/components/ui/tabs';
import { Tooltip } from '#app/components/ui/tooltip';
import { DEMO_PAGES } from './pages';

/** Showcase page for buttons, links, menu and tabs in all states. */
export function ButtonsPage() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  return (
    <div className="demo-grid">
      <Card title={t('buttons.kinds')}>
        <div className="button-row">
          <Button kind="main" type="button">
            {common('actions.allow_30m')}
          </Button>
          <Button type="button">
            <Pause aria-hidden className="icon" />
            {common('actions.pause')}
          </Button>
          <Button kind="soft" type="button">
            <Plus aria-hidden className="icon" />
            {common('frame.add_device')}
          </Button>
          <Button kind="quiet" type="button">
            {common('actions.cancel')}
          </Button>
          <Button kind="remove" type="button">
            <Trash2 aria-hidden className="icon" />
            {t('buttons.remove')}
          </Button>
          <Button kind="remove-sure" type="button">
            {t('buttons.remove')}
          </Button>
          <ButtonLink to="/demo">{common('actions.back')}</ButtonLink>
        </div>
      </Card>
      <Card title={t('buttons.states')}>
        <div className="button-row">
          <WaitButton />
          <Button isBusy type="button">
            {common('actions.save')}
          </Button>
          <Button disabled kind="main" type="button">
            {common('actions.save')}
          </Button>
          <Button disabled kind="quiet" type="button">
            {common('actions.undo')}
          </Button>
        </div>
        <p className="hint">{t('buttons.wait_hint')}</p>
      </Card>
      <Card title={t('buttons.long')}>
        <div className="button-row" lang="de">
          <Button kind="main" type="button">
            Bildschirmzeit heute verlängern
          </Button>
          <Button type="button">
            <Lock aria-hidden className="icon" />
            Bis auf Widerruf sperren
          </Button>
          <Button kind="soft" type="button" wide>
            Kindersicherungseinstellungen der Donaudampfschifffahrtsgesellschaft wiederherstellen
          </Button>
        </div>
      </Card>
      <Card title={t('buttons.pictures')}>
        <div className="pair">
          <Tooltip align="start" text={t('buttons.edit_remark')}>
            {(id) => (
              <IconButton aria-describedby={id} label={common('actions.edit')}>
                <Pencil aria-hidden className="icon" />
              </IconButton>
            )}
          </Tooltip>
          <Tooltip text={t('buttons.remove_remark')}>
            {(id) => (
              <IconButton aria-describedby={id} label={t('buttons.remove')}>
                <Trash2 aria-hidden className="icon" />
              </IconButton>
            )}
          </Tooltip>
          <IconButton disabled label={common('actions.save')}>
            <Check aria-hidden className="icon" />
          </IconButton>
        </div>
      </Card>
      <Card title={t('buttons.menu')}>
        <div className="button-row">
          <Menu
            summary={
              <span className="button button-plain">
                <Clock aria-hidden className="icon" />
                {common('actions.allow')}
              </span>
            }
          >
            <button type="button">{common('actions.span_30m')}</button>
            <button type="button">{common('actions.span_1h')}</button>
            <button type="button">{common('actions.allow_open')}</button>
          </Menu>
        </div>
      </Card>
      <Card title={t('buttons.tabs')}>
        <TabsOfPages />
      </Card>
    </div>
  );
}

function WaitButton() {
  const { t } = useTranslation('showcase');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setBusy(false), 2000);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <Button isBusy={isBusy} kind="main" onClick={() => setBusy(true)} type="button">
      {t('buttons.try_wait')}
    </Button>
  );
}

/** Tabs that do not fit into one row: the names of all Showcase pages. */
function TabsOfPages() {
  const { t } = useTranslation('showcase');
  const [query] = useSearchParams();
  const current = query.get('tab') ?? DEMO_PAGES[0]?.slug;
  return (
    <Tabs
      label={t('buttons.tabs')}
      tabs={DEMO_PAGES.map(({ slug, title }) => ({ to: `?tab=${slug}`, label: t(title), isCurrent: slug === current }))}
    />
  );
}
