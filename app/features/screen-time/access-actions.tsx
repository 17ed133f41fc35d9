import { Form } from '@remix-run/react';
import { Clock as ClockIcon, Ellipsis, Hourglass, Lock, Pause } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Disclosure } from '#app/components/ui/disclosure';
import { Field } from '#app/components/ui/field';
import type { Instant } from '#app/domain/time';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { type Choice, type ChoiceGroup, listChoices } from './access-choices';
import { isOwnSpan } from './access-request';

const ICONS = {
  allow: <ClockIcon aria-hidden className="icon" />,
  extra: <Hourglass aria-hidden className="icon" />,
  pause: <Pause aria-hidden className="icon" />,
  block: <Lock aria-hidden className="icon" />,
} satisfies Record<Choice['kind'], ReactNode>;

/** Buttons for the most frequent actions, with the others under «More». All are form buttons, so they work without script. */
export function AccessActions({
  status,
  clock,
  morning,
  token,
  reply,
  isBusy,
  canObey,
  pauseHint,
}: {
  status: ChildStatus;
  clock: Clock;
  /** The next 07:00 in the child's time zone. */
  morning: Instant;
  token: string;
  reply?: FormReply | undefined;
  isBusy: boolean;
  /** True if any device is managed. If false, no button here is highlighted as the main action. */
  canObey: boolean;
  /** Text saying that a pause uses up one of the month's blocks, or null if blocks are unlimited. */
  pauseHint: string | null;
}) {
  const { t } = useTranslation();
  const { row, groups } = listChoices(t, status, clock, morning);
  const [first, ...others] = row;
  const hidden = <Hidden ruleId={status.override?.ruleId ?? ''} token={token} />;
  return (
    <div aria-busy={isBusy} className="actions dock">
      <Form className="contents" method="post" preventScrollReset>
        {hidden}
        {first === undefined ? null : (
          <Button kind={canObey ? 'main' : 'plain'} name="intent" value={first.intent}>
            {first.label}
          </Button>
        )}
        {others.map(({ intent, label, kind }) => (
          <Button key={intent} name="intent" value={intent}>
            {ICONS[kind]}
            {label}
          </Button>
        ))}
      </Form>
      <More
        groups={groups}
        hidden={hidden}
        pauseHint={pauseHint}
        reply={reply !== undefined && isOwnSpan(reply.intent) ? reply : undefined}
      />
    </div>
  );
}

/** Hidden fields: the form token, and the ID of the override that «lift» ends. */
function Hidden({ token, ruleId }: { token: string; ruleId: string }) {
  return (
    <>
      <FormToken token={token} />
      {ruleId === '' ? null : <input name="rule_id" type="hidden" value={ruleId} />}
    </>
  );
}

function More({
  groups,
  hidden,
  pauseHint,
  reply,
}: {
  groups: Array<ChoiceGroup>;
  hidden: ReactNode;
  pauseHint: string | null;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = panel.current?.closest('details');
    if (menu && reply !== undefined) menu.open = true;
  }, [reply]);
  return (
    <Disclosure
      className="choices-menu"
      isOpen={reply !== undefined}
      summary={
        <span className="button button-plain">
          <Ellipsis aria-hidden className="icon" />
          {t('actions.more')}
        </span>
      }
    >
      <div className="pop more-pop" ref={panel}>
        <Form className="contents" method="post" onSubmit={closeMenu} preventScrollReset>
          {hidden}
          {groups.map(({ kind, choices }) => (
            <fieldset className="more-group" key={kind}>
              <legend>{t(`actions.${kind}_for`)}</legend>
              <div className="chips">
                {choices.map(({ intent, label }) => (
                  <button className="chip" key={intent} name="intent" type="submit" value={intent}>
                    {label}
                  </button>
                ))}
              </div>
              {kind === 'pause' && pauseHint !== null ? <p className="hint">{pauseHint}</p> : null}
            </fieldset>
          ))}
        </Form>
        <OwnSpan hidden={hidden} reply={reply} />
      </div>
    </Disclosure>
  );
}

/** A field for a custom time in minutes. It is a separate form, so that Enter submits with the first button of this form. */
function OwnSpan({ hidden, reply }: { hidden: ReactNode; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { initialValue: typed, error: faults } = reply?.lastResult ?? {};
  return (
    <Form className="own-span" method="post" noValidate onSubmit={closeMenu} preventScrollReset>
      {hidden}
      <Field
        autoComplete="off"
        defaultValue={String(typed?.minutes ?? '')}
        errors={toErrorTexts(t, faults?.minutes ?? undefined)}
        id="own-span"
        inputMode="numeric"
        label={t('actions.own_span')}
        name="minutes"
        unit={t('actions.minutes_unit')}
      />
      <div className="chips">
        {(['allow', 'pause', 'block'] as const).map((verb) => (
          <button className="chip" key={verb} name="intent" type="submit" value={`${verb}-span`}>
            {t(`actions.${verb}_own`)}
          </button>
        ))}
      </div>
    </Form>
  );
}

function closeMenu({ currentTarget }: FormEvent<HTMLFormElement>) {
  const menu = currentTarget.closest('details');
  if (menu !== null) menu.open = false;
}
