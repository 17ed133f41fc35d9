import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './styles.css';
import { expireLoads } from './browser/page-load';
import { useCrashReport } from './browser/use-crash-report';
import { ErrorPage } from './features/shell/error-page';
import { Toaster } from './features/shell/toaster';
import { newFormToken } from './server/form.server';
import { takeToast } from './server/toast.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { nonce: context.nonce, reference: context.reference, toast: await takeToast(request, context), formToken: newFormToken() };
}

/**
 * After something was sent: a message may wait, and what pages keep is no longer true (RT-018). Else never, so that a refresh of the page
 * is one request. Asked by the router before every load, so the cache is empty before a page reads it.
 */
export function shouldRevalidate({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  const isAfterAction = formMethod !== undefined && formMethod !== 'GET';
  if (isAfterAction) expireLoads();
  // A no, or no answer, is said in the form and left no message.
  return isAfterAction && (actionStatus ?? 200) < 400;
}

/** The document of every page, the failed ones included. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1, viewport-fit=cover" name="viewport" />
        <meta content="#FAF7F2" media="(prefers-color-scheme: light)" name="theme-color" />
        <meta content="#12141F" media="(prefers-color-scheme: dark)" name="theme-color" />
        <title>{usePageTitle()}</title>
        <link href="/favicon.svg" rel="icon" type="image/svg+xml" />
        <link as="font" crossOrigin="anonymous" href={figtree} rel="preload" type="font/woff2" />
        <Meta />
        <Links />
      </head>
      <body>
        <Toaster toast={root?.toast ?? null} token={root?.formToken ?? ''} />
        {children}
        <ScrollRestoration nonce={root?.nonce} />
        <Scripts nonce={root?.nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const root = useRouteLoaderData<typeof loader>('root');
  useCrashReport(useRouteError());
  return <ErrorPage reference={root?.reference ?? null} />;
}

/** A route names its title as `handle.title`, a key of the language files; gaps are filled from its data's `titleParams`. */
function usePageTitle(): string {
  const { t } = useTranslation();
  const page = useMatches().findLast(({ handle }) => typeof handle === 'object' && handle !== null && 'title' in handle);
  if (typeof page?.handle !== 'object' || page.handle === null || !('title' in page.handle)) return 'Porchlight';
  const params = typeof page.data === 'object' && page.data !== null && 'titleParams' in page.data ? page.data.titleParams : {};
  return `${t(String(page.handle.title), typeof params === 'object' && params !== null ? { ...params } : {})} · Porchlight`;
}
