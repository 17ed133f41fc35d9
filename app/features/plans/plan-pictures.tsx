import type { PickerTier } from '#app/domain/subscription-view';

/** A drawing of each plan’s own features: screenshots with their key, and a way to a place. */
export const PICTURES: Record<PickerTier, JSX.Element> = {
  premium_plus: (
    <svg className="scene" viewBox="0 0 480 128" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <rect className="s-sky" width="480" height="128" />
      <g className="s-line">
        <path d="M0 104h480" />
      </g>
      <circle className="s-dot" cx="60" cy="104" r="3.5" />
      <circle className="s-dot" cx="120" cy="104" r="3.5" />
      <circle className="s-dot" cx="180" cy="104" r="3.5" />
      <circle className="s-dot-on" cx="240" cy="104" r="5" />
      <circle className="s-dot" cx="300" cy="104" r="3.5" />
      <circle className="s-dot" cx="360" cy="104" r="3.5" />
      <circle className="s-dot" cx="420" cy="104" r="3.5" />
      <g transform="translate(96 30) rotate(-7 36 40)">
        <rect className="s-card" width="66" height="84" rx="9" />
        <rect className="s-fill" x="8" y="10" width="50" height="26" rx="4" />
        <path className="s-text" d="M10 48h44M10 58h32" />
      </g>
      <g transform="translate(318 30) rotate(7 30 40)">
        <rect className="s-card" width="66" height="84" rx="9" />
        <circle className="s-fill" cx="20" cy="22" r="10" />
        <path className="s-text" d="M38 18h18M38 26h12M10 46h46M10 56h46M10 66h24" />
      </g>
      <g transform="translate(200 12)">
        <rect className="s-card" width="80" height="104" rx="11" />
        <rect className="s-fill" x="10" y="12" width="60" height="36" rx="5" />
        <path className="s-text" d="M12 60h56M12 71h40" />
        <circle className="s-badge" cx="66" cy="90" r="18" />
        <g className="s-badge-ink" transform="translate(56 80) scale(.84)">
          <rect width="18" height="11" x="3" y="11" rx="2" />
          <path d="M7 11V7a5 5 0 0 1 9.9-1" />
        </g>
      </g>
    </svg>
  ),
  premium: (
    <svg className="scene" viewBox="0 0 480 128" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <rect className="s-sky" width="480" height="128" />
      <g className="s-road">
        <path d="M-10 92C90 76 150 110 240 88s170-50 260-40" />
        <path d="M118-8c6 50 34 84 20 144" />
        <path d="M330-8c-14 44 14 84 44 144" />
      </g>
      <circle className="s-place" cx="362" cy="52" r="40" />
      <circle className="s-place-core" cx="362" cy="52" r="6" />
      <path className="s-path" d="M132 84c40 8 74 16 112 4s58-26 100-34" />
      <circle className="s-face" cx="132" cy="82" r="19" />
    </svg>
  ),
};
