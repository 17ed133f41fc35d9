import { useSearchParams } from '@remix-run/react';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Dialog } from '#app/components/ui/dialog';
import { Toast } from '#app/components/ui/toast';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { type ToastMessage, toasts } from '#app/features/shell/messages/toasts';

const BELOW = '/demo/modals';
const LASTING = 'showcase-lasting';

/** Showcase page for the three types of dialogs, each with its own URL, for stacked dialogs and for messages. */
export function ModalsPage() {
  const { t } = useTranslation('showcase');
  const [query] = useSearchParams();
  return (
    <div className="demo-grid">
      <Card title={t('modals.kinds')}>
        <div className="button-row">
          <ButtonLink preventScrollReset to="?open=default">
            {t('modals.open_default')}
          </ButtonLink>
          <ButtonLink preventScrollReset to="?open=info">
            {t('modals.open_info')}
          </ButtonLink>
          <ButtonLink preventScrollReset to="?open=hybrid">
            {t('modals.open_hybrid')}
          </ButtonLink>
          <ButtonLink preventScrollReset to="?open=blocking">
            {t('modals.open_blocking')}
          </ButtonLink>
        </div>
      </Card>
      <Messages />
      <Open what={query.get('open')} />
      {query.get('over') === 'info' ? <Info below={`?open=${query.get('open') ?? ''}`} /> : null}
    </div>
  );
}

function Open({ what }: { what: string | null }) {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  switch (what) {
    case 'default':
      return (
        <Dialog
          foot={
            <ButtonLink kind="remove-sure" preventScrollReset to={BELOW}>
              {t('modals.remove')}
            </ButtonLink>
          }
          title={t('modals.question_title')}
          wayOut={{ label: common('actions.keep'), to: BELOW }}
        >
          <p>{common('actions.delete_confirmation')}</p>
        </Dialog>
      );
    case 'info':
      return <Info below={BELOW} />;
    case 'hybrid':
      return (
        <Dialog
          backLabel={common('actions.back')}
          foot={
            <ButtonLink preventScrollReset to="?open=hybrid&over=info">
              {t('modals.open_second')}
            </ButtonLink>
          }
          kind="hybrid"
          title={t('modals.hybrid_title')}
          wayOut={{ label: t('modals.close'), to: BELOW }}
        >
          <p>{t('modals.hybrid_text')}</p>
          <ShowFailed />
        </Dialog>
      );
    case 'blocking':
      return (
        <Dialog isBlocking kind="info" title={t('modals.blocking_title')} wayOut={{ label: t('modals.understood'), to: BELOW }}>
          <p>{t('modals.blocking_text')}</p>
        </Dialog>
      );
    default:
      return null;
  }
}

function Info({ below }: { below: string }) {
  const { t } = useTranslation('showcase');
  return (
    <Dialog kind="info" title={t('modals.info_title')} wayOut={{ label: t('modals.understood'), to: below }}>
      <p>{t('modals.info_text')}</p>
    </Dialog>
  );
}

function ShowFailed() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const show = () =>
    toasts.show({ id: crypto.randomUUID(), tone: 'bad', stay: 'short', text: common('error_strings.install_child_app_error') });
  return useHydrated() ? (
    <Button onClick={show} type="button">
      {t('modals.show_failed')}
    </Button>
  ) : null;
}

/** Examples of messages. With script, buttons show them as real messages. */
function Messages() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  return (
    <Card title={t('modals.messages')}>
      <div className="stack stack-tight">
        <Toast tone="good">{t('modals.said_short')}</Toast>
        <Toast action={answer(common('actions.undo'))} isTimed tone="good">
          {t('modals.said_undo')}
        </Toast>
        <Toast icon={<RotateCcw aria-hidden className="icon" />} tone="good">
          {t('modals.said_persistent')}
        </Toast>
      </div>
      {useHydrated() ? <ShowMessages /> : null}
    </Card>
  );
}

function ShowMessages() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  const show = (message: Omit<ToastMessage, 'id' | 'tone'>) => toasts.show({ id: crypto.randomUUID(), tone: 'good', ...message });
  const kinds = [
    { label: t('modals.show_short'), show: () => show({ stay: 'short', text: t('modals.said_short') }) },
    {
      label: t('modals.show_undo'),
      show: () => show({ stay: 'undo', text: t('modals.said_undo'), action: answer(common('actions.undo')) }),
    },
    {
      label: t('modals.show_confirm'),
      show: () => show({ stay: 'confirm', text: t('modals.said_confirm'), action: answer(t('modals.restart')) }),
    },
    {
      label: t('modals.show_persistent'),
      show: () => toasts.show({ id: LASTING, tone: 'good', stay: 'persistent', text: t('modals.said_persistent') }),
    },
    { label: t('modals.end_persistent'), show: () => toasts.drop(LASTING) },
  ];
  return (
    <div className="button-row">
      {kinds.map((kind) => (
        <Button key={kind.label} onClick={kind.show} type="button">
          {kind.label}
        </Button>
      ))}
      <ShowFailed />
    </div>
  );
}

function answer(label: string) {
  return (
    <button className="button" type="button">
      {label}
    </button>
  );
}
