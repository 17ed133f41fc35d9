import { useRouteLoaderData } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { watchNear } from './near-viewport';
import type { PictureRef, PictureState } from './picture-state';

/** The state of a picture without its bitmap, which is drawn at once. */
export type ShownPicture = Exclude<PictureState<never>, { kind: 'open' }> | { kind: 'open' };

/** Returns the account of the session, from the layout of signed-in pages. Null outside it. */
export function useAccountId(): string | null {
  const data = useRouteLoaderData<{ accountId: string }>('routes/_app');
  return data?.accountId ?? null;
}

/**
 * Opens a picture while `frame` is near the viewport, and draws it on `canvas`. Clears the canvas when the picture is sealed again.
 * @returns the state, and a function that tries a failed download again
 */
export function usePicture(
  { sampleId, deviceId, kind }: PictureRef,
  frame: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
): { shown: ShownPicture; retry: () => void } {
  const accountId = useAccountId();
  const [shown, setShown] = useState<ShownPicture>({ kind: 'sealed' });
  const again = useRef(() => {});
  useEffect(() => {
    const { current: element } = frame;
    if (accountId === null || element === null) return;
    const ref = { sampleId, deviceId, kind };
    let end = () => {};
    const show = (state: PictureState<ImageBitmap>) => {
      // Drawn before React renders, because a bitmap may be closed at any later time.
      if (canvas.current !== null) draw(canvas.current, state.kind === 'open' ? state.bitmap : null);
      setShown(state.kind === 'open' ? { kind: 'open' } : state);
    };
    const near = async () => {
      let isOver = false;
      end = () => {
        isOver = true;
      };
      // If the code does not load, the picture stays sealed.
      const loaded = await import('./page-pictures').catch(() => null);
      if (loaded === null || isOver) return;
      const pictures = loaded.pagePictures(accountId);
      again.current = () => pictures.retry(ref);
      end = pictures.want(ref, show);
    };
    const stop = watchNear(
      element,
      () => void near(),
      () => {
        end();
        show({ kind: 'sealed' });
      },
    );
    return () => {
      stop();
      end();
      if (canvas.current !== null) draw(canvas.current, null);
    };
  }, [accountId, sampleId, deviceId, kind, frame, canvas]);
  return { shown, retry: () => again.current() };
}

/** Draws a bitmap in its own size. Null clears the canvas and frees its memory. */
function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap | null): void {
  canvas.width = bitmap?.width ?? 0;
  canvas.height = bitmap?.height ?? 0;
  if (bitmap !== null) canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}
