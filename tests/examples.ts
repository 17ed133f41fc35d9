/** The examples of the documentation, for tests of the app. */
export { LOGIN_ANSWER } from '#workers/api/openapi/examples.ts';
export { OPERATIONS } from '#workers/api/openapi/operations.ts';
