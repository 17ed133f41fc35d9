import { type ReactNode, useId } from 'react';

/** The cards of a Showcase page, in two columns on wide screens. */
export function Specimens({ children }: { children: ReactNode }) {
  return <div className="gap-4 lg:columns-2">{children}</div>;
}

/** A card with a title and the example. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card stack mb-4 break-inside-avoid">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
