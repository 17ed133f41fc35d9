/** How far something has come, or, without a value, that it goes on. What it means stands beside it in words. */
export function Progress({ label, value, max = 100 }: { label: string; value?: number; max?: number }) {
  return <progress aria-label={label} className="bar" max={max} value={value} />;
}
