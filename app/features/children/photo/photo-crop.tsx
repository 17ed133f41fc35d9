import { type MutableRefObject, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Crop, drag, toSquare, WHOLE, ZOOM_MAX, zoomTo } from './crop';
import type { Cut } from './photo-form';

/** Side of the JPEG in pixels. */
const SIDE = 512;
const QUALITY = 0.9;
const STEP = 0.02;

/**
 * Crops the largest centered square, for a photo submitted before the crop tool is shown. Returns null if the browser cannot encode the
 * result. Rejects if it cannot decode the file.
 */
export async function cutWhole(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const sheet = document.createElement('canvas');
  sheet.width = SIDE;
  sheet.height = SIDE;
  draw(sheet, picture, WHOLE);
  picture.close();
  return toJpeg(sheet);
}

/** Crop tool for a photo: drag with the pointer, or use the three sliders, which also work by keyboard. */
export function PhotoCrop({ file, cut }: { file: File; cut: MutableRefObject<Cut | null> }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef({ x: 0, y: 0 });
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState(WHOLE);
  useEffect(() => {
    let isHere = true;
    let opened: ImageBitmap | null = null;
    const open = async () => {
      opened = await createImageBitmap(file);
      if (isHere) setPicture(opened);
      else opened.close();
    };
    // A file that this browser cannot decode is sent unchanged; the server checks it.
    open().catch(() => {});
    return () => {
      isHere = false;
      opened?.close();
    };
  }, [file]);
  useEffect(() => {
    const { current: sheet } = canvas;
    if (picture === null || sheet === null) return;
    draw(sheet, picture, crop);
    cut.current = () => toJpeg(sheet);
    return () => {
      cut.current = null;
    };
  }, [picture, crop, cut]);
  if (picture === null) return null;
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const [dx, dy] = [(event.clientX - last.current.x) / width, (event.clientY - last.current.y) / width];
    last.current = { x: event.clientX, y: event.clientY };
    setCrop((before) => drag(picture, before, dx, dy));
  };
  return (
    <div className="crop">
      <canvas
        aria-label={t('child.crop')}
        height={SIDE}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        ref={canvas}
        role="img"
        width={SIDE}
      />
      <div className="crop-rulers">
        <Ruler
          id="crop-zoom"
          label={t('child.crop_zoom')}
          max={ZOOM_MAX}
          min={1}
          onChange={(zoom) => setCrop(zoomTo(crop, zoom))}
          value={crop.zoom}
        />
        <Ruler id="crop-x" label={t('child.crop_x')} max={1} min={-1} onChange={(x) => setCrop({ ...crop, x })} value={crop.x} />
        <Ruler id="crop-y" label={t('child.crop_y')} max={1} min={-1} onChange={(y) => setCrop({ ...crop, y })} value={crop.y} />
      </div>
    </div>
  );
}

function Ruler({
  id,
  label,
  onChange,
  ...range
}: {
  id: string;
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))} step={STEP} type="range" {...range} />
    </div>
  );
}

function toJpeg(sheet: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => sheet.toBlob(resolve, 'image/jpeg', QUALITY));
}

function draw(sheet: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = sheet.getContext('2d');
  const { left, top, side } = toSquare(picture, crop);
  if (context === null) return;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
}
