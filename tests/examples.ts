/** Words and an example answer of every call of the contract: the documentation’s. */
export { OPERATIONS } from '#workers/api/openapi/operations.ts';
