/** The documentation's texts and example answer for every operation of the contract. */
export { OPERATIONS } from '#workers/api/openapi/operations.ts';
