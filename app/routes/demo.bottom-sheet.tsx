export { BottomSheetPage as default } from '#app/features/demo/bottom-sheet-page';

export const handle = { title: 'showcase:pages.bottom_sheet' };
