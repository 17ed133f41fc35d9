import { useLocation, useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePageViews } from '#app/browser/use-page-views';
import { useServiceWorker } from '#app/browser/use-service-worker';
import { LANGUAGE_PARAMETER, LANGUAGES, toLanguage } from '#app/domain/language';
import { useRootFacts } from './root-facts';
import { useTheme } from './use-theme';

/**
 * Title, icons and metadata of a page. A route sets `handle.title`, a text key whose placeholders come from `titleParams` in its data. A
 * public route also sets `handle.description`.
 */
export function DocumentHead() {
  const { i18n } = useTranslation();
  const facts = useRootFacts();
  const title = useHandleText('title');
  const description = useHandleText('description');
  const fullTitle = title === null ? 'Porchlight' : `${title} · Porchlight`;
  usePageViews(facts?.countsViews ?? false);
  useServiceWorker(i18n.language, useTheme());
  return (
    <>
      <title>{fullTitle}</title>
      <link href="/favicon.ico" rel="icon" sizes="32x32" />
      <link href="/favicon.svg" rel="icon" type="image/svg+xml" />
      <link href="/apple-touch-icon.png" rel="apple-touch-icon" />
      <link href={`/manifest.webmanifest?${LANGUAGE_PARAMETER}=${i18n.language}`} rel="manifest" />
      {description === null || facts === undefined ? (
        <meta content="noindex" name="robots" />
      ) : (
        <PublicMetadata description={description} publicUrl={facts.publicUrl} title={fullTitle} />
      )}
    </>
  );
}

/** Metadata of a public page in eight languages. `?lng=de` selects a language; without it, the page is in the user's own language. */
function PublicMetadata({ title, description, publicUrl }: { title: string; description: string; publicUrl: string }) {
  const { pathname, search } = useLocation();
  // Leaves out later path segments, which can identify the visitor, such as a group ID.
  const plain = `${publicUrl}/${pathname.split('/')[1]}`;
  const inLanguage = (language: string) => `${plain}?${LANGUAGE_PARAMETER}=${language}`;
  const asked = toLanguage(new URLSearchParams(search).get(LANGUAGE_PARAMETER) ?? '');
  const canonical = asked === null ? plain : inLanguage(asked);
  return (
    <>
      <meta content={description} name="description" />
      <link href={canonical} rel="canonical" />
      <link href={plain} hrefLang="x-default" rel="alternate" />
      {LANGUAGES.map((language) => (
        <link href={inLanguage(language)} hrefLang={language} key={language} rel="alternate" />
      ))}
      <meta content="website" property="og:type" />
      <meta content="Porchlight" property="og:site_name" />
      <meta content={title} property="og:title" />
      <meta content={description} property="og:description" />
      <meta content={canonical} property="og:url" />
      <meta content={`${publicUrl}/social-preview.png`} property="og:image" />
      <meta content="1200" property="og:image:width" />
      <meta content="630" property="og:image:height" />
      <meta content="summary_large_image" name="twitter:card" />
    </>
  );
}

/** Returns the text set by the innermost route, or null. */
function useHandleText(name: 'title' | 'description'): string | null {
  const { t } = useTranslation();
  const page = useMatches().findLast(({ handle }) => typeof handle === 'object' && handle !== null && name in handle);
  if (typeof page?.handle !== 'object' || page.handle === null || !(name in page.handle)) return null;
  const params = typeof page.data === 'object' && page.data !== null && 'titleParams' in page.data ? page.data.titleParams : {};
  const text = t(String(Reflect.get(page.handle, name)), typeof params === 'object' && params !== null ? { ...params } : {});
  // A page that failed to load has no data for the placeholders.
  return text.includes('{{') ? null : text;
}
