import { type ReactNode, useId } from 'react';

/** The cards of one page of the showcase, in two columns where there is room. */
export function Specimens({ children }: { children: ReactNode }) {
  return <div className="gap-4 lg:columns-2">{children}</div>;
}

/** One card: what is shown, and it. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card stack mb-4 break-inside-avoid">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
