import type { SubmissionResult } from '@conform-to/react';
import type { Instant } from '#app/domain/time';

/** Hidden fields with the value that a form was rendered with (`text`) and the device's version. A reply replaces both (S29). */
export function OpenDetails({
  text,
  updatedAt,
  sent,
}: {
  text: string;
  updatedAt: Instant;
  sent: SubmissionResult<Array<string>>['initialValue'] | undefined;
}) {
  return (
    <>
      <input name="updated_at" type="hidden" value={String(sent?.updated_at ?? updatedAt)} />
      <input name="opened" type="hidden" value={String(sent?.opened ?? text)} />
    </>
  );
}
