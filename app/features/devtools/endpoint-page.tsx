import { Form, Link } from '@remix-run/react';
import { CircleAlert, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { Note } from '#app/components/ui/note';
import type { EndpointPresets } from '#app/server/endpoint-choice.server';
import type { EndpointRefusal } from './endpoint-form.server';

const PRESETS = [
  { name: 'qa', label: 'endpoint.qa' },
  { name: 'local', label: 'endpoint.local' },
  { name: 'dev5', label: 'endpoint.dev5' },
] as const;

/**
 * Lets the user choose the API that this browser's pages call (2.6.16). It is one of three presets, or any address that the installation
 * allows.
 */
export function EndpointPage({ presets, refusal }: { presets: EndpointPresets; refusal: EndpointRefusal | undefined }) {
  const { t } = useTranslation('showcase');
  const words = refusal === undefined ? undefined : t(`endpoint.refused_${refusal.reason}`);
  const isAboutField = refusal?.typed !== null;
  return (
    <div className="narrow stack">
      <header className="page-head">
        <h1>{t('endpoint.title')}</h1>
        <p className="text-muted">{t('endpoint.lead')}</p>
      </header>
      {words === undefined || isAboutField ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} role="alert" state="blocked">
          <p>{words}</p>
        </Note>
      )}
      <Form aria-label={t('endpoint.presets')} className="card" method="post" reloadDocument>
        <ul className="plain-list endpoint-presets">
          {PRESETS.map(({ name, label }) => (
            <li key={name}>
              <div className="grow">
                <strong>{t(label)}</strong>
                <p className="text-muted endpoint-address">{presets[name] ?? t('endpoint.not_configured')}</p>
              </div>
              <Button aria-label={t('endpoint.use_named', { name: t(label) })} disabled={presets[name] === null} name="preset" value={name}>
                {t('endpoint.use')}
              </Button>
            </li>
          ))}
        </ul>
      </Form>
      <Form className="card stack" method="post" noValidate reloadDocument>
        <Field
          autoComplete="off"
          defaultValue={refusal?.typed ?? ''}
          errors={words !== undefined && isAboutField ? [words] : []}
          hint={t('endpoint.address_hint')}
          id="endpoint-address"
          inputMode="url"
          label={t('endpoint.address')}
          name="address"
          placeholder="https://"
          spellCheck={false}
          type="url"
        />
        <Button kind="main" name="intent" value="address">
          {t('endpoint.use_address')}
        </Button>
      </Form>
      <Note icon={<Info aria-hidden className="icon" />}>
        <p>{t('endpoint.signs_out')}</p>
      </Note>
      <p>
        <Link to="/demo">{t('endpoint.to_demo')}</Link>
      </p>
    </div>
  );
}
