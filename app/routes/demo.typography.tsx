export { TypographyPage as default } from '#app/features/demo/typography-page';

export const handle = { title: 'showcase:pages.typography' };
