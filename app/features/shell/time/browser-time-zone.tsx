import { useEffect, useState } from 'react';

/** The browser's time zone; '' where no script has taken over. */
export function useBrowserTimeZone(): string {
  const [zone, setZone] = useState('');
  // As a state: what is put into a hidden field by hand is gone with the next rendering.
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}

/** Tells the server the browser's time zone where there is script; else the server guesses. */
export function BrowserTimeZone() {
  return <input name="time_zone" type="hidden" value={useBrowserTimeZone()} />;
}
