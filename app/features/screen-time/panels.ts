/** The panels of /manage/{userId}/{feature} (A34). Each has a route of its own; the default one also takes every unknown address. */
export const PANELS = ['schedule', 'allowance', 'app-rules', 'restrictions', 'web-filter', 'devices'] as const;

export type PanelId = (typeof PANELS)[number];

export const DEFAULT_PANEL: PanelId = 'schedule';

/** The panel of an address; the default where none or an unknown one is named (MAN-002, MAN-003, MAN-005). */
export function toPanelId(slug: string | null | undefined): PanelId {
  return PANELS.find((panel) => panel === slug) ?? DEFAULT_PANEL;
}
