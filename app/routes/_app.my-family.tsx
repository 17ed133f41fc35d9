import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { readFormWithPhoto, tooLarge } from '#app/features/children/photo/photo.server';
import { answerChildForm } from '#app/features/children/profile/child-forms.server';
import { answerDeviceForm } from '#app/features/devices/device-forms.server';
import { FamilyPage } from '#app/features/devices/family-page';
import { loadFamilyPage, toFamilyReads } from '#app/features/devices/family-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { formMessage, replyInvalid, textOf } from '#app/server/form.server';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/pairing/pairing-links';

const HERE = '/my-family';

export const handle = {
  title: 'frame.my_family',
  live: { hints: ['account', 'user', 'device', 'block_status', 'rule', 'command', 'pairing', 'notification'], poll: { kind: 'devices' } },
  texts: ['family', 'devices'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const parent = await requireParent(request, context, toFamilyReads(query));
  return {
    ...(await loadFamilyPage(request, context, parent)),
    isFull: parent.account.isFull,
    seq: parent.account.seq,
  };
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  const form = await readFormWithPhoto(request);
  if (form === null) return tooLarge();
  const formContext = { request, context, parent, form, back: HERE };
  const answer = (await answerChildForm(formContext)) ?? (await answerDeviceForm(formContext));
  if (answer !== null) return answer;
  // Our buttons never post an unknown intent. If one arrives anyway, the input is kept.
  const initialValue = Object.fromEntries([...form.fields.keys()].map((name) => [name, textOf(form.fields, name)]));
  return replyInvalid(form, { notice: formMessage('error_strings.unknown'), lastResult: { initialValue } });
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function MyFamily() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame pageName={t('frame.my_family')} accountState={page.accountState}>
      <FamilyPage page={page} reply={reply} />
    </AppFrame>
  );
}
