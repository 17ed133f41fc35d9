import { useEffect, useState } from 'react';

/** Returns the browser's time zone; '' before hydration. */
export function useBrowserTimeZone(): string {
  const [zone, setZone] = useState('');
  // Stored as state, because React would overwrite a value set directly on a hidden field.
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}

/** Hidden field that sends the browser's time zone. Without script the field is empty, and the server guesses. */
export function BrowserTimeZone() {
  return <input name="time_zone" type="hidden" value={useBrowserTimeZone()} />;
}
