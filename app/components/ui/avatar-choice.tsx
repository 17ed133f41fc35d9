import { useEffect, useRef, useState } from 'react';
import { AVATAR_COLOURS, AVATAR_PICTURES, type AvatarPicture } from '#app/domain/avatar';
import { Avatar } from './avatar';
import { PictureGrid } from './choice';
import { useEarlyInput } from './early-input';
import { describedBy, type FieldParts, HintAndErrors } from './group';

type AvatarChoiceProps = FieldParts & { name: string; disabled?: boolean };

/** Selects one of twenty colors and posts its slot, 0 to 19 (3.2.3). `nameOf` returns a color's name. */
export function ColorChoice({
  defaultValue,
  child,
  nameOf,
  ...question
}: AvatarChoiceProps & { defaultValue: number; child: string; nameOf: (slot: number) => string }) {
  const options = Array.from({ length: AVATAR_COLOURS }, (_, slot) => ({
    value: String(slot),
    label: nameOf(slot),
    picture: <Avatar colorSlot={slot} name={child} />,
  }));
  return <PictureGrid {...question} defaultValue={String(defaultValue)} options={options} />;
}

/** Selects one of twelve drawings or the initial. Posts the drawing's index, 0 to 11, or an empty value for the initial (3.2.2). */
export function PictureChoice({
  defaultValue,
  child,
  colorSlot,
  nameOf,
  ...question
}: AvatarChoiceProps & {
  defaultValue: number | null;
  child: string;
  colorSlot: number;
  nameOf: (picture: AvatarPicture | 'initial') => string;
}) {
  const drawings = AVATAR_PICTURES.map((picture, index) => ({
    value: String(index),
    label: nameOf(picture),
    picture: <Avatar colorSlot={colorSlot} name={child} pictureIndex={index} />,
  }));
  const initial = { value: '', label: nameOf('initial'), picture: <Avatar colorSlot={colorSlot} name={child} /> };
  return <PictureGrid {...question} defaultValue={String(defaultValue ?? '')} options={[initial, ...drawings]} />;
}

/** Uploads a photo. With script, the avatar previews it before the form is sent. */
export function PhotoChoice({
  id,
  label,
  hint,
  errors = [],
  name,
  disabled,
  child,
  colorSlot,
  photo = null,
}: AvatarChoiceProps & { child: string; colorSlot: number; photo?: string | null }) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => setFile(input.current?.files?.[0] ?? null);
  useEarlyInput(onChange);
  useEffect(() => {
    if (file === null) return setPreview(null);
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="photo-choice">
        <Avatar colorSlot={colorSlot} name={child} photo={preview ?? photo} size="big" />
        <input
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={describedBy(id, { errors, hint })}
          aria-invalid={errors.length > 0 ? true : undefined}
          disabled={disabled}
          id={id}
          name={name}
          onChange={onChange}
          ref={input}
          type="file"
        />
      </div>
      <HintAndErrors errors={errors} hint={hint} id={id} />
    </div>
  );
}
