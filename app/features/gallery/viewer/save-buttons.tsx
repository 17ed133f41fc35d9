import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { Bytes } from '#app/keys/bytes';
import type { PictureKind } from '../pictures/picture-kind';
import { useAccountId } from '../pictures/use-picture';
import type { ViewedSample } from './viewed-sample';

/** A button for each screen, which saves its picture. The browser decrypts it; the server has no part in it. */
export function SaveButtons({ sample }: { sample: ViewedSample }) {
  const { t } = useTranslation();
  const accountId = useAccountId();
  const [state, setState] = useState<{ id: string; kind: 'saving' | 'failed' } | null>(null);
  const shown = state?.id === sample.id ? state.kind : null;
  const save = async (kind: PictureKind, index: number) => {
    if (accountId === null) return;
    setState({ id: sample.id, kind: 'saving' });
    const read = async () => {
      const { pagePictures } = await import('../pictures/page-pictures');
      return pagePictures(accountId).readFile({ sampleId: sample.id, deviceId: sample.deviceId, kind });
    };
    const bytes = await read().catch(() => null);
    if (bytes !== null) saveFile(bytes, toFileName(sample.at, index));
    setState(bytes === null ? { id: sample.id, kind: 'failed' } : null);
  };
  return (
    <div className="v-actions">
      {sample.screens.map((kind, index) => (
        <Button isBusy={shown === 'saving'} key={kind} kind="plain" onClick={() => void save(kind, index)} type="button">
          <Download aria-hidden className="icon" />
          {sample.screens.length === 1 ? t('viewer.save') : t('viewer.save_screen', { number: index + 1 })}
        </Button>
      ))}
      <p role="status">{shown === 'failed' ? t('viewer.not_saved') : null}</p>
    </div>
  );
}

/** Returns a name like «screenshot-2026-11-28-20-31.jpg», by this device’s clock. */
function toFileName(at: number, index: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return `screenshot-${local.replace(/[T:]/g, '-')}${index === 0 ? '' : `-${index + 1}`}.jpg`;
}

function saveFile(bytes: Bytes, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked only after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
