import { Form, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Checkbox, Toggle } from '#app/components/ui/checkbox';
import { isChanged, useEarlyInput } from '#app/components/ui/early-input';
import { Group } from '#app/components/ui/group';
import { TextField } from '#app/components/ui/text-field';
import { WEB_FILTER_HOSTS_MAX } from '#app/domain/app-rules';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { LockedHint, LockedNote } from '../locked-note';
import { UnsupportedDevices } from '../unsupported-devices';
import { splitHosts } from './host-text';
import type { WebFilterPanelData } from './web-filter.server';

type Panel = { data: WebFilterPanelData; page: { formToken: string }; reply: FormReply | undefined };

/** The web filter with its lists and site categories, saved in one form (A66, APPS-034). */
export function WebFilterPanel({ data, page, reply }: Panel) {
  const { t } = useTranslation();
  return (
    <Card title={t('panels.web-filter')}>
      {data.isLocked ? <LockedNote isKept={data.isKept} would={t('web_filter.would')} /> : null}
      <UnsupportedDevices behind={data.behind} what={t('web_filter.what')} />
      <Fields data={data} reply={reply?.intent === 'web-filter' ? reply : undefined} token={reply?.token ?? page.formToken} />
    </Card>
  );
}

/**
 * The fields of the web filter. Once the parent begins typing, polls no longer change the fields or their version. If another parent saves
 * after that, the first submit is answered as stale. Only a second submit overwrites that change.
 */
function Fields({ data, reply, token }: { data: WebFilterPanelData; reply: FormReply | undefined; token: string }) {
  const { t } = useTranslation();
  const [read, setRead] = useState<WebFilterPanelData | null>(null);
  // Names of the lists that were too big to send. They show the server's error text.
  const [tooBig, setTooBig] = useState<Array<string>>([]);
  const isOnItsWay = useNavigation().formData?.get('intent') === 'web-filter';
  const wasOnItsWay = useRef(false);
  // Only a successful answer to this form's own submit confirms that the input is stored. The fields are then reset to the loaded data.
  useEffect(() => {
    if (wasOnItsWay.current && !isOnItsWay && reply === undefined) setRead(null);
    wasOnItsWay.current = isOnItsWay;
  }, [isOnItsWay, reply]);
  const shown = read ?? data;
  const wasToldStale = reply?.notice?.key === 'error_strings.stale';
  const { initialValue: typed, error: faults } = reply?.lastResult ?? {};
  const text = (name: 'allow' | 'deny') => (typeof typed?.[name] === 'string' ? typed[name] : shown[name]);
  const ticked = Array.isArray(typed?.categories) ? typed.categories.map(String) : null;
  const errorsOf = (name: 'allow' | 'deny') =>
    tooBig.includes(name) ? [t('web_filter.too_big', { max: WEB_FILTER_HOSTS_MAX })] : (faults?.[name] ?? []);
  const form = useRef<HTMLFormElement>(null);
  const onChange = () => {
    if (read === null) setRead(data);
  };
  useEarlyInput(() => {
    if (isChanged(form.current)) onChange();
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const found = ['allow', 'deny'].filter((name) => splitHosts(String(fields.get(name) ?? '')) === null);
    setTooBig(found);
    if (found.length > 0) event.preventDefault();
  };
  return (
    <Form
      className="stack"
      data-keeps-typed
      key={shown.version}
      method="post"
      onChange={onChange}
      onSubmit={onSubmit}
      preventScrollReset
      ref={form}
    >
      <FormToken token={token} />
      <input name="version" type="hidden" value={wasToldStale ? data.version : shown.version} />
      <fieldset className="stack" disabled={data.isLocked}>
        <Toggle
          defaultChecked={typeof typed?.on === 'string' ? typed.on === 'on' : shown.isOn}
          hint={t('web_filter.on_hint')}
          id="filter-on"
          label={t('web_filter.on')}
          name="on"
          value="on"
        />
        <Group id="filter-categories" label={t('web_filter.categories')}>
          {shown.categories.map(({ id, isOn, without }) => (
            <Checkbox
              defaultChecked={ticked?.includes(id) ?? isOn}
              hint={without.length === 0 ? undefined : t('web_filter.without', { devices: without.join(', ') })}
              id={`filter-${id}`}
              key={id}
              label={t(`web_filter.category_${id}`)}
              name="categories"
              value={id}
            />
          ))}
        </Group>
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={text('deny')}
          errors={errorsOf('deny')}
          hint={t('web_filter.deny_hint')}
          id="filter-deny"
          label={t('web_filter.deny')}
          name="deny"
          spellCheck={false}
        />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={text('allow')}
          errors={errorsOf('allow')}
          hint={t('web_filter.allow_hint')}
          id="filter-allow"
          label={t('web_filter.allow')}
          name="allow"
          spellCheck={false}
        />
        <Button
          aria-describedby={data.isLocked ? 'filter-locked' : undefined}
          className="justify-self-start"
          kind="main"
          name="intent"
          value="web-filter"
        >
          {t('actions.save')}
        </Button>
        {data.isLocked ? <LockedHint id="filter-locked" /> : null}
      </fieldset>
    </Form>
  );
}
