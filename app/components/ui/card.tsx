import { type ReactNode, useId } from 'react';

/** A section of a page with its own heading. `end` is shown next to the heading. */
export function Card({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card stack">
      <div className="pair">
        <h2 className="grow" id={id}>
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}
