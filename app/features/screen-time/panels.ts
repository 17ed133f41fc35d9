/** The panels of /manage/{userId}/{feature} (A34), one route each. The route of the first panel also handles unknown slugs. */
export const PANELS = ['schedule', 'allowance', 'app-rules', 'restrictions', 'web-filter', 'devices'] as const;

export type PanelId = (typeof PANELS)[number];

export const DEFAULT_PANEL: PanelId = 'schedule';

/** Returns the panel for a URL segment, or the default panel if it is missing or unknown (MAN-002, MAN-003, MAN-005). */
export function toPanelId(slug: string | null | undefined): PanelId {
  return PANELS.find((panel) => panel === slug) ?? DEFAULT_PANEL;
}
