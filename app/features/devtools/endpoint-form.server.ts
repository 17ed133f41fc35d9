import type { AppLoadContext } from '@remix-run/cloudflare';
import { endpointPresets, endpointRule, ownEndpoint } from '~/server/endpoint-choice.server';
import { type EndpointJudgement, judgeEndpoint } from '~/server/endpoint-fence.server';
import { textOf } from '~/server/form.server';

type Reason = Extract<EndpointJudgement, { kind: 'refused' }>['reason'] | 'not_configured';

/** Why an address was not taken. `typed` is what the reader wrote, null for a preset. */
export type EndpointRefusal = { reason: Reason; typed: string | null };

/** What the form asks for: an API's address that may be called, or the refusal. The buttons that lead back ask for our own. */
export function readEndpointForm(fields: FormData, context: AppLoadContext): { base: string } | EndpointRefusal {
  if (textOf(fields, 'intent') === 'end') return { base: ownEndpoint(context) };
  const preset = textOf(fields, 'preset');
  const typed = preset === '' ? textOf(fields, 'address') : null;
  const address = typed ?? Object.entries(endpointPresets(context)).find(([name]) => name === preset)?.[1] ?? null;
  if (address === null) return { reason: 'not_configured', typed };
  const judgement = judgeEndpoint(address, endpointRule(context));
  return judgement.kind === 'allowed' ? { base: judgement.base } : { reason: judgement.reason, typed };
}
