import { useNavigate } from '@remix-run/react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** Sizes of the screenshot. 1: it fits the stage. */
const ZOOMS = [1, 1.5, 2, 3, 4] as const;
/** A shorter or steeper stroke is no swipe. */
const SWIPE_PIXELS = 56;

/** Where the keys and swipes of the stage lead. Null at the ends. */
export type StagePaths = { newer: string | null; older: string | null; close: string };

/**
 * The stage by keyboard and finger: arrows and swipes lead to the neighbors, Escape closes, + and − zoom. Each screenshot begins fitted.
 * Neighbors replace the history entry, so that Back leads to the gallery.
 */
export function useStage(sampleId: string, { newer, older, close }: StagePaths) {
  const navigate = useNavigate();
  const [zoomed, setZoomed] = useState({ sampleId, step: 0 });
  const step = zoomed.sampleId === sampleId ? zoomed.step : 0;
  const setStep = (next: number) => setZoomed({ sampleId, step: Math.min(ZOOMS.length - 1, Math.max(0, next)) });
  const start = useRef<{ x: number; y: number } | null>(null);
  const go = (path: string | null) => {
    if (path !== null) navigate(path, { replace: path !== close, preventScrollReset: path !== close });
  };
  const onKey = useRef((_event: KeyboardEvent) => {});
  onKey.current = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Zoomed in, arrows scroll the screenshot.
    if (event.key === 'ArrowLeft' && step === 0) go(newer);
    else if (event.key === 'ArrowRight' && step === 0) go(older);
    else if (event.key === 'Escape') go(close);
    else if (event.key === '+' || event.key === '=') setStep(step + 1);
    else if (event.key === '-') setStep(step - 1);
    else if (event.key === '0') setStep(0);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return {
    zoom: ZOOMS[step] ?? 1,
    zoomIn: step === ZOOMS.length - 1 ? null : () => setStep(step + 1),
    zoomOut: step === 0 ? null : () => setStep(step - 1),
    fit: () => setStep(0),
    swipe: {
      onPointerDown: ({ clientX, clientY, isPrimary }: PointerEvent) => {
        start.current = isPrimary && step === 0 ? { x: clientX, y: clientY } : null;
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent) => {
        const from = start.current;
        start.current = null;
        if (from === null) return;
        const [x, y] = [clientX - from.x, clientY - from.y];
        if (Math.abs(x) < SWIPE_PIXELS || Math.abs(x) < 2 * Math.abs(y)) return;
        go(x > 0 ? newer : older);
      },
      onPointerCancel: () => {
        start.current = null;
      },
    },
  };
}

/** True in a field or an open dialog, which have their own keys. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
}
