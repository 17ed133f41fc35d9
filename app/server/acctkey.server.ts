import * as z from 'zod';
import { type AcctkeyWire, acctkeySchema } from '#app/wire/keys';

const madeKeySchema = z.object({ encPriv: z.string(), key: z.string(), keyId: z.string() });

/** Parses an account key that a browser created or rewrapped: JSON with `encPriv`, `key` and `keyId`. Returns null for anything else. */
export function readAcctkey(text: string): AcctkeyWire | null {
  const made = madeKeySchema.safeParse(readJson(text)).data;
  return acctkeySchema.safeParse({ enc_priv: made?.encPriv, key: made?.key, key_id: made?.keyId, key_type: 'rsa' }).data ?? null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
