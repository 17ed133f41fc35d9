import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { Mailbox } from '#app/features/mailbox/mailbox';
import { BareFrame } from '#app/features/shell/frame/bare-frame';

export const handle = { title: 'mailbox.title', texts: ['visitors'] };

/** The development mailbox, available only in the demonstration (A124). */
export async function loader({ context }: LoaderFunctionArgs) {
  if (context.env.APP_ENV !== 'demonstration') throw redirect('/');
  const mails = await context.env.INTERNAL.mailbox();
  return {
    mails: mails.map(({ id, to, subject, text, at }) => ({ id, to, subject, text, at })).sort((a, b) => b.at - a.at),
    now: Date.now(),
  };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export default function MailboxRoute() {
  const { mails, now } = useLoaderData<typeof loader>();
  return (
    <BareFrame>
      <Mailbox mails={mails} now={now} />
    </BareFrame>
  );
}
