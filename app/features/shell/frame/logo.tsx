/** The Porchlight logo. Its lines have the text color; the lamp and its flame have their own colors. */
export function Logo() {
  return (
    <svg aria-hidden="true" className="logo-mark" viewBox="0 0 32 32">
      <path
        d="M16 2.8v3.4M7.6 12.6l4.2-5.2a1.8 1.8 0 0 1 1.4-.7h5.6a1.8 1.8 0 0 1 1.4.7l4.2 5.2z"
        fill="currentColor"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2.2"
      />
      <path d="M8.9 15h14.2l-1.5 10.4H10.4z" fill="var(--lamp)" />
      <path
        d="m8.9 15 1.5 10.4h11.2L23.1 15"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2.2"
      />
      <path d="M12.6 29.2h6.8" stroke="currentColor" strokeLinecap="round" strokeWidth="2.4" />
      <path d="M16 17.6c2 2.3 2.6 3.5 2.6 4.5a2.6 2.6 0 0 1-5.2 0c0-1 .6-2.2 2.6-4.5z" fill="#FFF6E3" />
    </svg>
  );
}
