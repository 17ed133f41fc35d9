/** The documentation's texts and example answer for every operation of the contract. */

export { LOGIN_ANSWER } from '#workers/api/openapi/examples.ts';
export { OPERATIONS } from '#workers/api/openapi/operations.ts';
