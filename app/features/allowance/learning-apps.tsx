import { Form } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Checkbox } from '#app/components/ui/checkbox';
import { isolateName } from '#app/domain/isolate-name';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useDraftBase } from '#app/features/shell/forms/use-draft-base';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import type { CountedApp } from './allowance.server';

/**
 * Lists the child's apps with checkboxes. The use of a checked app does not count (A122). Once the user changes a box, the list no longer
 * updates, even if another parent saves other apps.
 */
export function LearningApps({
  apps,
  clock,
  token,
  reply,
}: {
  apps: Array<CountedApp> | null;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
}) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const opened = useDraftBase(form, apps, 'learning-save', reply?.intent === 'learning-save');
  const learning = (apps ?? opened ?? []).filter(({ isCounted }) => !isCounted);
  const names = learning.map(({ name, bundleId }) => isolateName(name === '' ? bundleId : name));
  return (
    <section aria-labelledby="learning" className="card stack" data-testid="learning">
      <h2 id="learning">{t('allowance.learning')}</h2>
      <p className="text-muted">{t('allowance.learning_text')}</p>
      {opened === null ? (
        <p className="hint">{t('allowance.apps_unknown')}</p>
      ) : opened.length === 0 ? (
        <p className="hint">{t('allowance.no_apps')}</p>
      ) : (
        <>
          <p data-testid="learning-names">
            {names.length === 0
              ? t('allowance.all_count')
              : t('allowance.do_not_count', { apps: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) })}
          </p>
          <details className="learning-choice">
            <summary>
              {t('allowance.choose_apps')}
              <ChevronDown aria-hidden className="icon-small" />
            </summary>
            <Form className="stack" method="post" preventScrollReset ref={form}>
              <FormToken token={token} />
              {opened
                .filter(({ isCounted }) => !isCounted)
                .map(({ bundleId }) => (
                  <input key={bundleId} name="was" type="hidden" value={bundleId} />
                ))}
              <ul className="learning-list">
                {opened.map(({ bundleId, name, usedSeconds, isCounted }) => (
                  <li key={bundleId}>
                    <Checkbox
                      defaultChecked={!isCounted}
                      hint={
                        usedSeconds === null || usedSeconds < 60
                          ? undefined
                          : t('allowance.used_today', { span: clock.span(usedSeconds * 1000) })
                      }
                      id={`learning-${bundleId}`}
                      label={name === '' ? bundleId : name}
                      name="uncounted"
                      value={bundleId}
                    />
                  </li>
                ))}
              </ul>
              <Button className="justify-self-start" kind="soft" name="intent" value="learning-save">
                {t('actions.save')}
              </Button>
            </Form>
          </details>
        </>
      )}
    </section>
  );
}
