export { BottomSheetPage as default } from '~/features/demo/bottom-sheet-page';

export const handle = { title: 'showcase:pages.bottom_sheet' };
