import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeZone } from '~/domain/time';

/** Writes the options of every zone; only the server can (entry.server.tsx), for browsers know other zones and names. */
export const ZoneOptionsContext = createContext<(() => string) | null>(null);

/** Where a page that the browser drew by itself gets the same options. */
export const ZONE_OPTIONS_PATH = '/resources/zones';

/**
 * The zones to choose from. A document brings them as markup alone, which the script leaves as it is; a page that the script draws fetches
 * them. `onList` is told when they are there; without them everything can still be typed.
 */
export function ZoneOptions({ id, listRef, onList }: { id: string; listRef: RefObject<HTMLDataListElement>; onList: () => void }) {
  const { i18n } = useTranslation();
  const write = useContext(ZoneOptionsContext);
  const [html, setHtml] = useState(() => write?.() ?? '');
  const tell = useRef(onList);
  tell.current = onList;
  useEffect(() => {
    if (listRef.current?.firstChild) return tell.current();
    let isOver = false;
    fetchOptions(i18n.language)
      .then((options) => {
        if (!isOver) setHtml(options);
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [i18n.language, listRef]);
  useEffect(() => {
    if (html !== '') tell.current();
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes from our own server, and only so does hydration leave it alone.
  return <datalist dangerouslySetInnerHTML={{ __html: html }} id={id} ref={listRef} suppressHydrationWarning />;
}

async function fetchOptions(language: string): Promise<string> {
  const response = await fetch(`${ZONE_OPTIONS_PATH}?${new URLSearchParams({ lng: language })}`);
  if (!response.ok) throw new Error(`The time zones could not be loaded: ${response.status}`);
  return response.text();
}

type ZoneOption = { zone: TimeZone; label: string };

/** The option that is written so. */
export function findOption(list: HTMLDataListElement | null, text: string): ZoneOption | null {
  return toZoneOption([...(list?.querySelectorAll('option') ?? [])].find(({ value }) => value === text));
}

/** The option of a zone, by any of its identifiers. */
export function findOptionOf(list: HTMLDataListElement | null, zone: TimeZone): ZoneOption | null {
  return toZoneOption([...(list?.querySelectorAll('option') ?? [])].find(({ dataset }) => dataset.zone?.split(' ').includes(zone)));
}

function toZoneOption(option: HTMLOptionElement | undefined): ZoneOption | null {
  const [zone] = option?.dataset.zone?.split(' ') ?? [];
  return option === undefined || zone === undefined ? null : { zone, label: option.value };
}
