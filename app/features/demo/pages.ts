/** The nine Showcase pages in order (DEMO-002 to DEMO-010). Their texts are in the namespace `showcase`. */
export const DEMO_PAGES = [
  { slug: 'buttons', title: 'pages.buttons', lead: 'pages.buttons_lead' },
  { slug: 'forms', title: 'pages.forms', lead: 'pages.forms_lead' },
  { slug: 'devices', title: 'pages.devices', lead: 'pages.devices_lead' },
  { slug: 'modals', title: 'pages.modals', lead: 'pages.modals_lead' },
  { slug: 'bottom-sheet', title: 'pages.bottom_sheet', lead: 'pages.bottom_sheet_lead' },
  { slug: 'carousel', title: 'pages.carousel', lead: 'pages.carousel_lead' },
  { slug: 'colors', title: 'pages.colors', lead: 'pages.colors_lead' },
  { slug: 'typography', title: 'pages.typography', lead: 'pages.typography_lead' },
  { slug: 'sizing', title: 'pages.sizing', lead: 'pages.sizing_lead' },
] as const;
