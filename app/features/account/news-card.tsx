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
  const { form, hear, Form } = useNews(wantsNews);
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
          onChange={hear}
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
function useNews(wantsNews: boolean) {
  const { t } = useTranslation();
  const { Form, submit, data, state } = useFetcher<FormReply>({ key: 'news' });
  const form = useRef<HTMLFormElement>(null);
  /** The last choice, until the loaded page data match it. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const sent = useRef<boolean | null>(null);
  const heard = useRef(data);
  const shown = wanted ?? wantsNews;

  const box = () => form.current?.querySelector<HTMLInputElement>('[name=news]') ?? null;
  const hear = () => setWanted(box()?.checked ?? null);
  useEarlyInput(() => {
    if (box()?.checked !== wantsNews) hear();
  });
  useEffect(() => {
    const news = form.current?.querySelector<HTMLInputElement>('[name=news]');
    if (news) news.checked = shown;
  }, [shown]);

  useEffect(() => {
    if (state !== 'idle') return;
    const reply = data === heard.current ? undefined : data;
    heard.current = data;
    const no = reply?.notice ?? null;
    // A successful change that the page data do not show yet is not sent again.
    const isOver = no !== null || wanted === wantsNews || (reply !== undefined && wanted === sent.current);
    if (isOver) setWanted(null);
    if (reply !== undefined && isOver) {
      const text = no === null ? t('toast.saved') : t(no.key, no.params);
      toasts.show({ id: crypto.randomUUID(), group: 'news', tone: no === null ? 'good' : 'bad', stay: 'short', text });
    }
    if (isOver || wanted === null || form.current === null) return;
    sent.current = wanted;
    const fields = new FormData(form.current);
    fields.set('intent', 'news');
    fields.set('by', 'script');
    // A new ID for each tap, so that repeating a choice is not treated as a replayed request.
    fields.set('tap', crypto.randomUUID());
    submit(fields, { method: 'post', preventScrollReset: true });
  }, [state, data, wanted, wantsNews, submit, t]);
  return { Form, form, hear };
}
