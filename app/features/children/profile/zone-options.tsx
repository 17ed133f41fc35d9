import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeZone } from '#app/domain/time';

/** Provides the markup of all zone options. Only the server sets it (entry.server.tsx), because browsers have other zones and names. */
export const ZoneOptionsContext = createContext<(() => string) | null>(null);

/** Path of the same options, for pages rendered in the browser. */
export const ZONE_OPTIONS_PATH = '/resources/zones';

/**
 * Datalist of time zones. Hydration keeps server-rendered options; a page rendered in the browser fetches the options. Calls `onList` when
 * the list is available. Without the list, typing still works.
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML comes from our own server, and hydration skips it only this way.
  return <datalist dangerouslySetInnerHTML={{ __html: html }} id={id} ref={listRef} suppressHydrationWarning />;
}

async function fetchOptions(language: string): Promise<string> {
  const response = await fetch(`${ZONE_OPTIONS_PATH}?${new URLSearchParams({ lng: language })}`);
  if (!response.ok) throw new Error(`The time zones could not be loaded: ${response.status}`);
  return response.text();
}

type ZoneOption = { zone: TimeZone; label: string };

/** Returns the option with exactly this label, or null. */
export function findOption(list: HTMLDataListElement | null, text: string): ZoneOption | null {
  return toZoneOption([...(list?.querySelectorAll('option') ?? [])].find(({ value }) => value === text));
}

/** Returns the option of a zone by any of its identifiers, or null. */
export function findOptionOf(list: HTMLDataListElement | null, zone: TimeZone): ZoneOption | null {
  return toZoneOption([...(list?.querySelectorAll('option') ?? [])].find(({ dataset }) => dataset.zone?.split(' ').includes(zone)));
}

function toZoneOption(option: HTMLOptionElement | undefined): ZoneOption | null {
  const [zone] = option?.dataset.zone?.split(' ') ?? [];
  return option === undefined || zone === undefined ? null : { zone, label: option.value };
}
