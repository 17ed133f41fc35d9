/** A progress bar; indeterminate if `value` is undefined. Put an explanation next to it. */
export function Progress({ label, value, max = 100 }: { label: string; value?: number; max?: number }) {
  return <progress aria-label={label} className="bar" max={max} value={value} />;
}
