import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Toggle } from '#app/components/ui/checkbox';
import { useEarlyInput } from '#app/components/ui/early-input';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { FormToken } from '#app/features/shell/forms/form-token';
import { toasts } from '#app/features/shell/messages/toasts';
import type { FormReply } from '#app/server/form.server';

/** Email newsletter setting. With script the switch saves on tap and reverts if refused (PREF-006); without script a button saves. */
export function NewsCard({ wantsNews, token }: { wantsNews: boolean; token: string }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { form, readChoice, Form } = useNewsSetting(wantsNews);
  return (
    <Card title={t('account_page.news')}>
      <Form className="stack" method="post" ref={form}>
        <FormToken token={token} />
        <Toggle
          defaultChecked={wantsNews}
          hint={t('account_page.news_hint')}
          id="news"
          label={t('account_page.news_label')}
          name="news"
          onChange={readChoice}
        />
        {isHydrated ? null : (
          <div className="button-row">
            <Button name="intent" value="news">
              {t('actions.save')}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}

/** Sends the choice, one request at a time. A tap made during a request is sent after its answer. */
function useNewsSetting(wantsNews: boolean) {
  const { t } = useTranslation();
  const { Form, submit, data, state } = useFetcher<FormReply>({ key: 'news' });
  const form = useRef<HTMLFormElement>(null);
  /** The last choice, until the loaded page data match it. */
  const [choice, setChoice] = useState<boolean | null>(null);
  const sentChoice = useRef<boolean | null>(null);
  const lastReply = useRef(data);
  const isChecked = choice ?? wantsNews;

  const findSwitch = () => form.current?.querySelector<HTMLInputElement>('[name=news]') ?? null;
  const readChoice = () => setChoice(findSwitch()?.checked ?? null);
  useEarlyInput(() => {
    if (findSwitch()?.checked !== wantsNews) readChoice();
  });
  useEffect(() => {
    const news = form.current?.querySelector<HTMLInputElement>('[name=news]');
    if (news) news.checked = isChecked;
  }, [isChecked]);

  useEffect(() => {
    if (state !== 'idle') return;
    const reply = data === lastReply.current ? undefined : data;
    lastReply.current = data;
    const refusal = reply?.notice ?? null;
    // A successful change that the page data do not show yet is not sent again.
    const isSettled = refusal !== null || choice === wantsNews || (reply !== undefined && choice === sentChoice.current);
    if (isSettled) setChoice(null);
    if (reply !== undefined && isSettled) {
      const text = refusal === null ? t('toast.saved') : t(refusal.key, refusal.params);
      toasts.show({ id: crypto.randomUUID(), group: 'news', tone: refusal === null ? 'good' : 'bad', stay: 'short', text });
    }
    if (isSettled || choice === null || form.current === null) return;
    sentChoice.current = choice;
    const fields = new FormData(form.current);
    fields.set('intent', 'news');
    fields.set('by', 'script');
    // A new ID for each tap, so that repeating a choice is not treated as a replayed request.
    fields.set('tap', crypto.randomUUID());
    submit(fields, { method: 'post', preventScrollReset: true });
  }, [state, data, choice, wantsNews, submit, t]);
  return { Form, form, readChoice };
}
