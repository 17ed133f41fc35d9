import type Stripe from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
/** The error in Stripe's answers, with the field names of the SDK. */
export type ErrorBody = { type: ErrorType } & Partial<
  Pick<Stripe.errors.StripeError, 'code' | 'decline_code' | 'param'> & { message: string }
>;

/** An answer with an error. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message ?? body.code ?? body.type);
    this.status = status;
    this.body = body;
  }
}

/** Returns the refusal of an invalid request. */
export function invalid(message: string, param?: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) });
}

/** Returns the refusal of an unknown id. */
export function missing(kind: string, id: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });
}
