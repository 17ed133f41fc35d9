import { useTranslation } from 'react-i18next';
import { LABELS, NAMES } from './samples';
import { Specimen, Specimens } from './specimen';

/** Showcase page for six sizes, three weights, numbers, formatted text and other scripts. */
export function TypographyPage() {
  const { t } = useTranslation('showcase');
  const sample = t('typography.sample');
  return (
    <Specimens>
      <Specimen title={t('typography.sizes')}>
        <ul className="stack">
          <Size className="text-(length:--t34)" name="34">
            {sample}
          </Size>
          <Size className="text-(length:--t26)" name="26">
            {sample}
          </Size>
          <Size className="text-(length:--t20)" name="20">
            {sample}
          </Size>
          <Size className="text-(length:--t17)" name="17">
            {sample}
          </Size>
          <Size className="text-(length:--t15)" name="15">
            {sample}
          </Size>
          <Size className="text-(length:--t13)" name="13">
            {sample}
          </Size>
        </ul>
      </Specimen>

      <Specimen title={t('typography.weights')}>
        <ul className="stack stack-tight text-(length:--t17)">
          <li>{t('typography.weight_regular')}</li>
          <li className="font-(--medium)">{t('typography.weight_medium')}</li>
          <li>
            <strong>{t('typography.weight_strong')}</strong>
          </li>
        </ul>
      </Specimen>
      <Specimen title={t('typography.text')}>
        <h3>{sample}</h3>
        <p>{t('typography.paragraph')}</p>
        <p className="hint">{t('typography.hint')}</p>
        <p>
          <a className="inline-flex min-h-11 min-w-11 items-center" href="#typography">
            {t('typography.link')}
          </a>
        </p>
      </Specimen>

      <Specimen title={t('typography.numbers')}>
        <ul className="text-(length:--t26)">
          <li>11:11:11</li>
          <li>08:08:08</li>
          <li>1 h 10 min</li>
        </ul>
      </Specimen>
      <Specimen title={t('typography.scripts')}>
        <ul className="stack stack-tight text-(length:--t17)">
          <li lang="de">{LABELS.german}</li>
          <li lang="zh-tw">{LABELS.chinese}</li>
          <li lang="zh-cn">屏幕使用时间与就寝时间，骨直角</li>
          <li>
            <bdi>{NAMES.rightToLeft}</bdi>
          </li>
          <li>Größe, façade, niño, naïve, Łódź, ĳ, ẞ, 1 234 567</li>
          <li className="break-all">{NAMES.sixtyFour}</li>
        </ul>
      </Specimen>
    </Specimens>
  );
}

function Size({ className, name, children }: { className: string; name: string; children: string }) {
  return (
    <li>
      <code className="hint">{name}</code>
      <p className={`leading-tight ${className}`}>{children}</p>
    </li>
  );
}
