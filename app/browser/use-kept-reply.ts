import { useLocation } from '@remix-run/react';
import { useRef } from 'react';

/** What an action answered, for as long as its page stands: Remix forgets it as soon as the page's data are loaded again, which hints do. */
export function useKeptReply<Reply>(reply: Reply | undefined): Reply | undefined {
  const { key } = useLocation();
  const kept = useRef({ key, reply });
  if (reply !== undefined || kept.current.key !== key) kept.current = { key, reply };
  return kept.current.reply;
}
