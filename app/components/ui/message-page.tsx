import type { ReactNode } from 'react';

/** A page with a single message: the problem (`title`, `text`), details (`children`) and actions (`foot`). */
export function MessagePage({ title, text, children, foot }: { title: ReactNode; text: ReactNode; children?: ReactNode; foot: ReactNode }) {
  return (
    <section aria-labelledby="sheet-title" className="card sheet">
      <div className="stack stack-tight">
        <h1 id="sheet-title">{title}</h1>
        <p className="text-muted">{text}</p>
      </div>
      {children}
      <div className="button-row">{foot}</div>
    </section>
  );
}
