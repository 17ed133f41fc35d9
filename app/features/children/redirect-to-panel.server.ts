import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Child } from '#app/domain/child';
import { type MessageOptions, redirectWithMessage } from '#app/server/form-action.server';
import type { ToastKey } from '#app/server/toast.server';
import { shortenName } from './short-name';

/** Redirects to the panel that posted the form, with a message about the child. `search`: the query of that panel, with its «?». */
export function redirectToPanel(
  { request, context, child }: { request: Request; context: AppLoadContext; child: Child },
  key: ToastKey,
  { params = {}, search = '', ...message }: MessageOptions & { search?: string } = {},
) {
  const path = `${new URL(request.url).pathname}${search}`;
  return redirectWithMessage(context, path, key, { ...message, params: { name: shortenName(child.name), ...params } });
}
