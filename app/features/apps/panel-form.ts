import type { AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Child } from '#app/domain/child';
import type { Rule } from '#app/domain/rule';
import type { Instant } from '#app/domain/time';
import type { ChildStatus } from '#app/features/children/status/child-status';
import type { FoundStatus } from '#app/features/children/status/child-status.server';
import type { replyInvalid, SubmittedForm } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';

/** The request, the parent and the child, as returned by the guard of the manage page. */
export type PanelContext = { request: Request; context: AppLoadContext; parent: Parent; child: Child };

/** Status of the child, shared by the panel and the page. It loads while the panel makes its own reads. */
export type PanelStatus = Promise<FoundStatus>;

/** What the manage page loads for every panel. */
export type PanelPage = { child: Child; status: ChildStatus; rules: Array<Rule>; now: Instant; formToken: string };

export type PanelForm = PanelContext & { form: SubmittedForm; now: Instant };

/** The page with errors or a message, or a redirect; null for a form of another panel. */
export type PanelAnswer = Awaited<ReturnType<typeof replyInvalid>> | ReturnType<typeof redirect> | null;
