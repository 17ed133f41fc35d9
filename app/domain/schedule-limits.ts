// Apart from the rules, whose calendar is too heavy for a form.

/** Dated exceptions of one schedule at most. */
export const EXCEPTIONS_MAX = 60;
