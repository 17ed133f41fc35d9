import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from './button';

/**
 * A row of slides that scrolls by finger, by the arrow keys and, with script, by two buttons. `count` returns the position as text («2 of
 * 5»). `key` identifies a slide.
 */
export function Carousel({
  label,
  previous,
  next,
  count,
  slides,
}: {
  label: string;
  previous: string;
  next: string;
  count: (at: number, of: number) => string;
  slides: Array<{ key: string; content: ReactNode }>;
}) {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const go = (to: number) => {
    const slide = row.current?.children[to];
    if (row.current && slide instanceof HTMLElement) row.current.scrollTo({ left: slide.offsetLeft, behavior: 'smooth' });
  };
  const onScroll = () => {
    if (row.current === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
    const places = [...row.current.children].map((slide) => (slide instanceof HTMLElement ? Math.abs(slide.offsetLeft - scrollLeft) : 0));
    setAt(isAtEnd ? slides.length - 1 : places.indexOf(Math.min(...places)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not slides.
    <div aria-label={label} className="carousel" role="group">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <ul className="carousel-row" onScroll={onScroll} ref={row} tabIndex={0}>
        {slides.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {slides.length < 2 ? null : (
        <div className="carousel-foot">
          <IconButton aria-disabled={at === 0} label={previous} onClick={() => go(Math.max(0, at - 1))}>
            <ChevronLeft aria-hidden className="icon" />
          </IconButton>
          <p aria-live="polite" className="hint">
            {count(at + 1, slides.length)}
          </p>
          <IconButton aria-disabled={at === slides.length - 1} label={next} onClick={() => go(Math.min(slides.length - 1, at + 1))}>
            <ChevronRight aria-hidden className="icon" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
