import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card';
import { FormToken } from '#app/features/shell/forms/form-token';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { FormReply } from '#app/server/form.server';
import { LockedNote } from '../locked-note';
import { UnsupportedDevices } from '../unsupported-devices';
import { parseRestrictionRequest, toRestrictionIntent } from './restriction-request';
import type { RestrictionRow, Restrictions, RestrictionTable } from './restrictions.server';

type Panel = { data: Restrictions; page: { formToken: string }; reply: FormReply | undefined };

/** Shows one table of restrictions per operating system of the child's devices (APPS-010, APPS-012, APPS-032, APPS-033). */
export function RestrictionsPanel({ data, page, reply }: Panel) {
  const { t, i18n } = useTranslation();
  const { tables, others, isLocked, isKept } = data;
  return (
    <Card title={t('panels.restrictions')}>
      {isLocked ? <LockedNote isKept={isKept} would={t('restrictions.would')} /> : null}
      {tables.length === 0 ? <p>{t('restrictions.none')}</p> : <p className="text-muted">{t('restrictions.intro')}</p>}
      {others.length === 0 ? null : (
        <p className="hint">
          {t('restrictions.others', { devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(others) })}
        </p>
      )}
      {tables.map((table) => (
        <Table
          isLocked={isLocked}
          isShared={(key) => tables.every(({ rows }) => rows.some((row) => row.key === key)) && tables.length > 1}
          key={table.os}
          table={table}
          token={reply?.token ?? page.formToken}
        />
      ))}
    </Card>
  );
}

function Table({
  table,
  token,
  isLocked,
  isShared,
}: {
  table: RestrictionTable;
  token: string;
  isLocked: boolean;
  isShared: (key: string) => boolean;
}) {
  const { t } = useTranslation();
  const { formData } = useNavigation();
  const request = parseRestrictionRequest(String(formData?.get('intent') ?? ''));
  const heading = `restrictions-${table.os}`;
  return (
    <section aria-labelledby={heading} className="stack stack-tight" data-testid={heading}>
      <h3 id={heading}>{t(`restrictions.on_${table.os}`)}</h3>
      <UnsupportedDevices behind={table.behind} id={`${heading}-behind`} what={t('panels.restrictions')} />
      <Form method="post" preventScrollReset>
        <FormToken token={token} />
        <ul className="setting-rows">
          {table.rows.map((row) => (
            <Row
              asked={request?.key === row.key ? request.isOn : null}
              behindId={table.behind.length === 0 ? null : `${heading}-behind`}
              id={`${table.os}-${row.key}`}
              isLocked={isLocked}
              isShared={isShared(row.key)}
              key={row.key}
              row={row}
            />
          ))}
        </ul>
      </Form>
    </section>
  );
}

function Row({
  row,
  id,
  behindId,
  asked,
  isLocked,
  isShared,
}: {
  row: RestrictionRow;
  id: string;
  /** ID of the list of devices that support nothing in the table, if any. */
  behindId: string | null;
  /** The requested state until the server answers (4.8.1); null if no request is pending. */
  asked: boolean | null;
  isLocked: boolean;
  /** True if both systems of the child have this restriction. A change then applies to both. */
  isShared: boolean;
}) {
  const { t, i18n } = useTranslation();
  const isOn = row.value === 'A' || row.value === true;
  const shown = asked ?? isOn;
  const remarks = [
    t(`restrictions.${row.key}_does`),
    t(row.default === 'A' ? 'restrictions.default_on' : 'restrictions.default_off'),
    isShared ? t('restrictions.shared') : null,
  ];
  return (
    <li className="toggle" data-restriction={row.key} data-sending={asked === null ? undefined : 'true'} data-value={String(row.value)}>
      <label htmlFor={id}>{t(`restrictions.${row.key}`)}</label>
      <button
        aria-checked={shown}
        aria-describedby={behindId === null ? `${id}-does` : `${id}-does ${behindId}`}
        className="switch"
        disabled={isLocked}
        id={id}
        name="intent"
        role="switch"
        type="submit"
        value={toRestrictionIntent(row.key, !isOn)}
      />
      <div id={`${id}-does`}>
        <p className="hint">{remarks.filter((part) => part !== null).join(sentenceSeparator(i18n.language))}</p>
        <UnsupportedDevices behind={row.behind} what={t(`restrictions.${row.key}`)} />
      </div>
    </li>
  );
}
