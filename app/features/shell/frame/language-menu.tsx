import { Form, useLocation } from '@remix-run/react';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '#app/components/ui/disclosure';
import { LANGUAGE_NAMES } from '#app/i18n';

/**
 * Language menu: eight buttons in one form, each labeled in its own language. A choice reloads the document, because a document contains
 * only one language.
 */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const names: Array<[string, string]> = Object.entries(LANGUAGE_NAMES);
  const own = names.find(([language]) => language === i18n.language)?.[1] ?? LANGUAGE_NAMES.en;
  return (
    <Disclosure
      className="language"
      key={pathname}
      summary={
        <>
          <Globe aria-hidden className="icon-small" />
          <span className="sr-only">{t('frame.language')}: </span>
          {own}
        </>
      }
    >
      <Form action="/resources/language" className="pop" method="post" reloadDocument>
        <input name="path" type="hidden" value={pathname + search} />
        {names.map(([language, name]) => (
          <button
            aria-current={language === i18n.language ? 'true' : undefined}
            key={language}
            lang={language}
            name="language"
            type="submit"
            value={language}
          >
            {name}
          </button>
        ))}
      </Form>
    </Disclosure>
  );
}
