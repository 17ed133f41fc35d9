import { Form } from '@remix-run/react';
import { ServerCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';

/** Shown on every page while this browser calls another API (A32): its address and a button to return to ours. */
export function EndpointBanner({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <aside aria-label={t('endpoint.title')} className="endpoint-banner">
      <ServerCog aria-hidden className="icon" />
      <p>{t('endpoint.in_use', { address })}</p>
      <Form action="/demo/endpoint" method="post" reloadDocument>
        <Button kind="quiet" name="intent" value="end">
          {t('endpoint.end')}
        </Button>
      </Form>
    </aside>
  );
}
