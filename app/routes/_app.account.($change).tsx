import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerAccountForm } from '#app/features/account/account-forms.server';
import { AccountPage } from '#app/features/account/account-page';
import { ACCOUNT_READS, loadAccountFacts, toChange } from '#app/features/account/account-page.server';
import { canOpen } from '#app/features/account/account-views';
import { CorrectEmailForm } from '#app/features/account/correct-email-form';
import { DeleteForm } from '#app/features/account/delete-form';
import { EmailForm } from '#app/features/account/email-form';
import { PasswordForm } from '#app/features/account/password-form';
import { TimeZoneForm } from '#app/features/account/time-zone-form';
import { useUpgradedKey } from '#app/features/account/use-upgraded-key';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { toAccountState } from '#app/server/account.server';
import { newFormToken } from '#app/server/form.server';
import { requireParent } from '#app/server/guards.server';

export const handle = {
  title: 'frame.account',
  live: { hints: ['account', 'notification', 'subscription'], poll: null },
  texts: ['account', 'keys', 'family'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context, ACCOUNT_READS);
  const { seq, isFull } = parent.account;
  // The page itself shows a requested deletion, so the reminder is omitted.
  const accountState = { ...toAccountState(parent.account, Date.now()), deletion: null };
  const change = toChange(params.change);
  return { change, account: await loadAccountFacts(request, parent), formToken: newFormToken(), accountState, seq, isFull };
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
  const { change, account, formToken, accountState } = useLoaderData<typeof loader>();
  useUpgradedKey(account.isLegacy);
  const reply = useKeptReply(useActionData<typeof action>());
  const open = change !== null && canOpen(change, account) ? change : null;
  const form = { account, token: formToken, reply };
  return (
    <AppFrame pageName={t('frame.account')} accountState={accountState}>
      <AccountPage account={account} reply={open === null ? reply : undefined} token={formToken} />
      {open === 'password' ? <PasswordForm {...form} /> : null}
      {open === 'email' && account.provider === null ? <EmailForm {...form} /> : null}
      {open === 'email' && account.provider !== null ? <CorrectEmailForm {...form} /> : null}
      {open === 'time-zone' ? <TimeZoneForm {...form} /> : null}
      {open === 'delete' ? <DeleteForm reply={reply} token={formToken} /> : null}
    </AppFrame>
  );
}
