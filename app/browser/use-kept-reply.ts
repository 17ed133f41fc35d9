import { useLocation } from '@remix-run/react';
import { useRef } from 'react';

/** Returns the last reply of an action until the user leaves the page. Remix discards a reply when a hint reloads the data. */
export function useKeptReply<Reply>(reply: Reply | undefined): Reply | undefined {
  const { key } = useLocation();
  const kept = useRef({ key, reply });
  if (reply !== undefined || kept.current.key !== key) kept.current = { key, reply };
  return kept.current.reply;
}
