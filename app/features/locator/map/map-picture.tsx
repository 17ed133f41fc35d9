import { useTranslation } from 'react-i18next';
import type { MapView } from '#app/domain/map-tile';
import { useTheme } from '#app/features/shell/frame/use-theme';
import type { PictureOverlay } from '../map-svg/overlay';
import { toPicturePath } from '../map-svg/picture-request';
import { widen } from '../map-view';

const WIDE = '(min-width: 48rem)';
const DARK = '(prefers-color-scheme: dark)';

/** The view as a picture drawn by the server, in the theme of the page, in two sizes. */
export function MapPicture({ view, overlay }: { view: MapView; overlay: PictureOverlay }) {
  const { i18n } = useTranslation();
  const theme = useTheme();
  const url = (shown: MapView, colors: 'light' | 'dark') => toPicturePath({ view: shown, theme: colors, language: i18n.language, overlay });
  const wide = widen(view);
  return (
    <div aria-hidden className="loc-plane">
      <picture>
        {theme === null ? (
          <>
            <source media={`${WIDE} and ${DARK}`} srcSet={url(wide, 'dark')} />
            <source media={`${DARK}`} srcSet={url(view, 'dark')} />
          </>
        ) : null}
        <source media={WIDE} srcSet={url(wide, theme ?? 'light')} />
        <img alt="" height={view.height} src={url(view, theme ?? 'light')} width={view.width} />
      </picture>
    </div>
  );
}
