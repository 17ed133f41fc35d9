import { useEffect, useState } from 'react';

/** Tells the server the browser's time zone where there is script; else the server guesses. */
export function BrowserTimeZone() {
  const [zone, setZone] = useState('');
  // As a state: what is put into a hidden field by hand is gone with the next rendering.
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return <input name="time_zone" type="hidden" value={zone} />;
}
