import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '~/browser/page-load';
import { sendForm } from '~/browser/send-form';
import { useKeptReply } from '~/browser/use-kept-reply';
import type { PageHandle } from '~/browser/use-live';
import { answerAccountForm } from '~/features/account/account-forms.server';
import { AccountPage } from '~/features/account/account-page';
import { ACCOUNT_READS, loadAccountFacts, toChange } from '~/features/account/account-page.server';
import { canOpen } from '~/features/account/account-views';
import { CorrectEmailForm } from '~/features/account/correct-email-form';
import { DeleteForm } from '~/features/account/delete-form';
import { EmailForm } from '~/features/account/email-form';
import { PasswordForm } from '~/features/account/password-form';
import { TimeZoneForm } from '~/features/account/time-zone-form';
import { useUpgradedKey } from '~/features/account/use-upgraded-key';
import { AppFrame } from '~/features/shell/frame/app-frame';
import { toAccountState } from '~/server/account.server';
import { newFormToken } from '~/server/form.server';
import { requireParent } from '~/server/guards.server';

export const handle = {
  title: 'frame.account',
  live: { hints: ['account', 'notification', 'subscription'], poll: null },
  texts: ['account', 'keys', 'family'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context, ACCOUNT_READS);
  const { seq, isFull } = parent.account;
  // The page itself shows a requested deletion.
  const standing = { ...toAccountState(parent.account, Date.now()), deletion: null };
  const change = toChange(params.change);
  return { change, account: await loadAccountFacts(request, parent), formToken: newFormToken(), standing, seq, isFull };
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerAccountForm(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Account() {
  const { t } = useTranslation();
  const { change, account, formToken, standing } = useLoaderData<typeof loader>();
  useUpgradedKey(account.isLegacy);
  const reply = useKeptReply(useActionData<typeof action>());
  const open = change !== null && canOpen(change, account) ? change : null;
  const form = { account, token: formToken, reply };
  return (
    <AppFrame place={t('frame.account')} standing={standing}>
      <AccountPage account={account} reply={open === null ? reply : undefined} token={formToken} />
      {open === 'password' ? <PasswordForm {...form} /> : null}
      {open === 'email' && account.provider === null ? <EmailForm {...form} /> : null}
      {open === 'email' && account.provider !== null ? <CorrectEmailForm {...form} /> : null}
      {open === 'time-zone' ? <TimeZoneForm {...form} /> : null}
      {open === 'delete' ? <DeleteForm reply={reply} token={formToken} /> : null}
    </AppFrame>
  );
}
