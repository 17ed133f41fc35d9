import { useLocation } from '@remix-run/react';
import { useRef } from 'react';

/** Returns the last reply of an action while its page is open. Remix discards the reply on the next revalidation, which hints cause. */
export function useKeptReply<Reply>(reply: Reply | undefined): Reply | undefined {
  const { key } = useLocation();
  const kept = useRef({ key, reply });
  if (reply !== undefined || kept.current.key !== key) kept.current = { key, reply };
  return kept.current.reply;
}
