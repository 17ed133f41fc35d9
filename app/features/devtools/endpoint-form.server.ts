import type { AppLoadContext } from '@remix-run/cloudflare';
import { endpointPresets, endpointRule, ownEndpoint } from '#app/server/endpoint-choice.server';
import { type EndpointJudgement, judgeEndpoint } from '#app/server/endpoint-policy.server';
import { textOf } from '#app/server/form.server';

type Reason = Extract<EndpointJudgement, { kind: 'refused' }>['reason'] | 'not_configured';

/** Why an address was refused. `typed`: the entered text; null for a preset. */
export type EndpointRefusal = { reason: Reason; typed: string | null };

/** Returns the API address that the form chooses, or the refusal. The intent `end` returns our own address. */
export function readEndpointForm(fields: FormData, context: AppLoadContext): { base: string } | EndpointRefusal {
  if (textOf(fields, 'intent') === 'end') return { base: ownEndpoint(context) };
  const preset = textOf(fields, 'preset');
  const typed = preset === '' ? textOf(fields, 'address') : null;
  const address = typed ?? Object.entries(endpointPresets(context)).find(([name]) => name === preset)?.[1] ?? null;
  if (address === null) return { reason: 'not_configured', typed };
  const judgement = judgeEndpoint(address, endpointRule(context));
  return judgement.kind === 'allowed' ? { base: judgement.base } : { reason: judgement.reason, typed };
}
