import type { SubmissionResult } from '@conform-to/react';
import type { Instant } from '~/domain/time';

/** What a form was drawn with, `text`, and which version of the device that was; an answer brings both anew (S29). */
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
