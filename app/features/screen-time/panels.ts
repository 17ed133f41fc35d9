/** The panels of /manage/{userId}/{feature} that exist (A34). */
export const PANELS = ['schedule'] as const;

export type PanelId = (typeof PANELS)[number];

export const DEFAULT_PANEL: PanelId = 'schedule';

/** The panel of an address; the default where none or an unknown one is named (MAN-002, MAN-003). */
export function toPanelId(slug: string | null | undefined): PanelId {
  return PANELS.find((panel) => panel === slug) ?? DEFAULT_PANEL;
}
