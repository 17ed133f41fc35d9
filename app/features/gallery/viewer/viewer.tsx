import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { useClock } from '#app/features/shell/time/use-clock';
import { SamplePicture } from '../pictures/sample-picture';
import type { loadViewer } from './viewer.server';

export type ViewerPage = Awaited<ReturnType<typeof loadViewer>>;

/** One screenshot on a dark stage, and what is known about it. */
export function Viewer({ page }: { page: ViewerPage }) {
  const { t } = useTranslation();
  const { child, sample, zone, now } = page;
  const clock = useClock(zone, now);
  const name = t('viewer.name', { time: clock.time(sample.at), device: isolateName(sample.deviceName) });
  return (
    <main className="viewer" id="main" tabIndex={-1}>
      <div className="stage">
        <div className="stage-bar">
          <Link aria-label={t('viewer.close')} className="stage-button" to={`/gallery/${child.id}`}>
            <X aria-hidden className="icon" />
          </Link>
        </div>
        <div className="stage-view">
          {sample.screens.map((kind) => (
            <div className="big-shot" key={kind}>
              <SamplePicture alt={name} deviceId={sample.deviceId} kind={kind} sampleId={sample.id} />
            </div>
          ))}
        </div>
      </div>
    </main>
  );
}
