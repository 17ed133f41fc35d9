import type { AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Child } from '~/domain/child';
import type { Rule } from '~/domain/rule';
import type { Instant } from '~/domain/time';
import type { ChildStatus } from '~/features/children/child-status';
import type { FoundStatus } from '~/features/children/child-status.server';
import type { replyInvalid, SubmittedForm } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';

/** Who asks, and about which child, as the manage page's guard gives it. */
export type PanelPlace = { request: Request; context: AppLoadContext; parent: Parent; child: Child };

/** How it stands with the child, which panel and page share; on its way while the panel asks for its own. */
export type PanelStatus = Promise<FoundStatus>;

/** What the manage page has read for every panel. */
export type PanelPage = { child: Child; status: ChildStatus; rules: Array<Rule>; now: Instant; formToken: string };

/** A form that a panel posted. */
export type PanelForm = PanelPlace & { form: SubmittedForm; now: Instant };

/** The page once more with what is to be said, or the way on; null for a form that is not the panel's. */
export type PanelAnswer = Awaited<ReturnType<typeof replyInvalid>> | ReturnType<typeof redirect> | null;
