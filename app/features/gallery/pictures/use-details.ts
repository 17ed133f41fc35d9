import { useEffect, useState } from 'react';
import type { SampleDetails } from '#app/domain/sample-details';
import { disableZodJit } from '#app/features/shell/frame/disable-jit';
import { useAccountId } from './use-picture';

/** What a device sealed beside the pictures. `sealed`: not read yet, or the key is locked. `unreadable`: missing, altered or another key. */
export type ShownDetails = { kind: 'sealed' } | { kind: 'unreadable' } | { kind: 'open'; details: SampleDetails };

const SEALED: ShownDetails = { kind: 'sealed' };

/** Decrypts the details of a screenshot, again when the key is unlocked. */
export function useDetails(sampleId: string, deviceId: string): ShownDetails {
  const accountId = useAccountId();
  const [shown, setShown] = useState<{ id: string; details: ShownDetails }>({ id: sampleId, details: SEALED });
  useEffect(() => {
    if (accountId === null) return;
    let isOver = false;
    let end = () => {};
    const show = (details: ShownDetails) => {
      if (!isOver) setShown({ id: sampleId, details });
    };
    const begin = async () => {
      const { pagePictures } = await import('./page-pictures');
      if (isOver) return;
      const pictures = pagePictures(accountId);
      const read = async () => {
        const found = await pictures.readDetails(sampleId, deviceId);
        if (found === null) return show(SEALED);
        const details = 'text' in found ? await parse(found.text) : null;
        show(details === null ? { kind: 'unreadable' } : { kind: 'open', details });
      };
      // Emptied pictures must not read the key again: the browser may be deleting its storage.
      end = pictures.watch(() => void (pictures.isOpen() === true ? read() : show(SEALED)));
      await read();
    };
    // Without its code, the page shows what the server knows.
    begin().catch(() => {});
    return () => {
      isOver = true;
      end();
    };
  }, [accountId, sampleId, deviceId]);
  return shown.id === sampleId ? shown.details : SEALED;
}

/** Parses details. zod decides on schema creation whether it may compile code, so this is configured before the import. */
async function parse(text: string): Promise<SampleDetails | null> {
  disableZodJit();
  return (await import('#app/domain/sample-details')).parseSampleDetails(text);
}
