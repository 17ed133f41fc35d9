import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card';
import { Carousel } from '#app/components/ui/carousel';
import { LoadingMessage, Skeleton } from '#app/components/ui/loading';
import { Progress } from '#app/components/ui/progress';

/** Minutes used on each day of a week. */
const USED = [90, 45, 120, 0, 75, 110, 30];

/** Showcase page for the carousel with many slides and with one, and its loading placeholder. */
export function CarouselPage() {
  const { t } = useTranslation('showcase');
  const words = {
    previous: t('carousel.previous'),
    next: t('carousel.next'),
    count: (at: number, of: number) => t('carousel.count', { at, of }),
  };
  const slides = USED.map((used, index) => ({ key: `day-${index + 1}`, content: <Day number={index + 1} used={used} /> }));
  return (
    <div className="demo-grid">
      <Card title={t('carousel.week')}>
        <Carousel {...words} label={t('carousel.week')} slides={slides} />
      </Card>
      <Card title={t('carousel.one')}>
        <Carousel {...words} label={t('carousel.one')} slides={slides.slice(0, 1)} />
      </Card>
      <Card title={t('carousel.waiting')}>
        <Skeleton hasAvatar label={t('carousel.loading')} lines={2} />
        <LoadingMessage label={t('carousel.loading')} />
        <Progress label={t('carousel.loading')} />
        <p className="hint">{t('carousel.waiting_hint')}</p>
      </Card>
      <Card title={t('carousel.progress')}>
        {[0, 40, 120].map((used) => (
          <div key={used}>
            <p>{t('carousel.used', { used })}</p>
            <Progress label={t('carousel.used', { used })} max={120} value={used} />
          </div>
        ))}
      </Card>
    </div>
  );
}

function Day({ number, used }: { number: number; used: number }) {
  const { t } = useTranslation('showcase');
  return (
    <div className="note">
      <div className="grow">
        <strong>{t('carousel.day', { number })}</strong>
        <p>{t('carousel.used', { used })}</p>
        <Progress label={t('carousel.used', { used })} max={120} value={used} />
      </div>
    </div>
  );
}
