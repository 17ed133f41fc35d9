import type { ReactNode } from 'react';

/** A page of its own that looks like a sheet: on phones full width, on wide screens a card in the middle. */
export function Sheet({ title, children, foot }: { title: ReactNode; children: ReactNode; foot?: ReactNode }) {
  return (
    <section aria-labelledby="sheet-title" className="card sheet">
      <h1 className="sheet-title" id="sheet-title">
        {title}
      </h1>
      <div className="stack">{children}</div>
      {foot === undefined ? null : <div className="sheet-foot">{foot}</div>}
    </section>
  );
}
