/**
 * Who makes an unsigned call, as far as can be trusted: the web Worker says it through the `Internal` entrypoint, a
 * direct caller is known by its own address (A136). `isCounted` = this try has been counted already.
 */
export type Caller = { ip: string; browser: string | null; isCounted: boolean };
