/** A placeholder for loading text, visible after 200 ms (9.2.20). `label` describes the content. */
export function Skeleton({ label, lines = 2, hasAvatar = false }: { label: string; lines?: number; hasAvatar?: boolean }) {
  return (
    <div aria-busy className="late pair" role="status">
      <span className="sr-only">{label}</span>
      {hasAvatar ? <span className="bone bone-face" /> : null}
      <div className="grow">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity besides their position.
          <span className="bone" key={line} />
        ))}
      </div>
    </div>
  );
}

/** A loading message with a spinner, visible after 200 ms (9.2.20). */
export function LoadingMessage({ label }: { label: string }) {
  return (
    <p className="late waiting" role="status">
      <span aria-hidden className="ring" />
      {label}
    </p>
  );
}
