import type { Auth } from '#app/wire/endpoint';
import type { DocumentedResponse, Example, Reference } from './document-types';
import { REFUSALS, type RefusalName } from './refusals';
import { type JsonSchema, refTo } from './schemas';

const STATUS_TEXTS = {
  400: 'Bad request.',
  401: 'Not authenticated.',
  403: 'Not allowed.',
  404: 'Not found.',
  410: 'The device was removed.',
} as const;
type Status = keyof typeof STATUS_TEXTS;

/** All refusals as examples that other parts of the document reference. */
export const REFUSAL_EXAMPLES: Record<string, Example> = Object.fromEntries(
  Object.entries(REFUSALS).map(([name, { when, body }]) => [name, { summary: when, value: body }]),
);

/** Responses that nearly every call may return. */
export const COMMON_RESPONSES: Record<string, DocumentedResponse> = {
  Unproven: refusalResponse(401, ['signature', 'session', 'skew']),
  Fault: jsonResponse('Internal error; try again.', refTo('Error'), { errors: { code: 500, message: 'Unknown error' } }),
};

export function jsonResponse(description: string, schema: JsonSchema, example: unknown): DocumentedResponse {
  return { description, content: { 'application/json': { schema, example } } };
}

/** Returns the refusals common to all calls with these properties. */
export function commonRefusals(auth: Auth, takesInput: boolean, mutates: boolean): Array<RefusalName> {
  const names: Array<RefusalName> = takesInput || mutates ? ['wrongShape'] : [];
  if (auth === 'session' && mutates) names.push('noKey', 'replayedKey');
  if (auth !== 'none') names.push('signature', 'session', 'skew');
  if (auth === 'device') names.push('gone');
  return names;
}

/** Returns one response per refusal status, with an example for each case, and the 500 that any call may return. */
export function refusalResponses(names: ReadonlyArray<RefusalName>): Record<string, DocumentedResponse | Reference> {
  const responses: Record<string, DocumentedResponse | Reference> = { 500: { $ref: '#/components/responses/Fault' } };
  for (const status of [400, 401, 403, 404, 410] as const) {
    const found = names.filter((name) => REFUSALS[name].status === status);
    const isCommon = status === 401 && found.length === 3;
    if (found.length > 0) responses[status] = isCommon ? { $ref: '#/components/responses/Unproven' } : refusalResponse(status, found);
  }
  return responses;
}

function refusalResponse(status: Status, names: ReadonlyArray<RefusalName>): DocumentedResponse {
  const lines = names.map((name) => {
    const { code, reason, when } = REFUSALS[name];
    return `- code ${code}${reason === null ? '' : `, \`${reason}\``}: ${when}`;
  });
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  return {
    description: `${STATUS_TEXTS[status]}\n\n${lines.join('\n')}`,
    content: { 'application/json': { schema: refTo('Error'), examples } },
  };
}
