import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { useClock } from '#app/features/shell/time/use-clock';
import { useDetails } from '../pictures/use-details';
import { Stage } from './stage';
import type { loadViewer } from './viewer.server';
import { ViewerSide } from './viewer-side';

export type ViewerPage = Awaited<ReturnType<typeof loadViewer>>;

/** One screenshot on a dark stage, and beside it what is known about it. */
export function Viewer({ page }: { page: ViewerPage }) {
  const { t } = useTranslation();
  const { sample, deviceName, zone, now } = page;
  const clock = useClock(zone, now);
  const shown = useDetails(sample.id, sample.deviceId);
  const name = t('viewer.name', { time: clock.time(sample.at), device: isolateName(deviceName) });
  return (
    <main className="viewer" id="main" tabIndex={-1}>
      <Stage clock={clock} details={shown.kind === 'open' ? shown.details : null} name={name} page={page} />
      <ViewerSide clock={clock} page={page} shown={shown} />
    </main>
  );
}
