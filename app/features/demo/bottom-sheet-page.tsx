import { useTranslation } from 'react-i18next';
import { AccordionItem } from '#app/components/ui/accordion';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Drawer } from '#app/components/ui/drawer';
import { Progress } from '#app/components/ui/progress';

/** Showcase page for bottom sheet and accordion. */
export function BottomSheetPage() {
  const { t } = useTranslation('showcase');
  const { t: common } = useTranslation();
  return (
    <div className="demo-grid">
      <Card title={t('sheet.how')}>
        <p>{t('sheet.how_text')}</p>
        <p className="hint">{t('sheet.without_script')}</p>
      </Card>
      <Card title={t('sheet.folds')}>
        <div>
          <AccordionItem isOpen name="folds" summary={t('sheet.spring_question')}>
            <p>{t('sheet.spring_answer')}</p>
          </AccordionItem>
          <AccordionItem name="folds" summary={t('sheet.one_question')}>
            <p>{t('sheet.one_answer')}</p>
          </AccordionItem>
        </div>
      </Card>
      <Drawer label={t('sheet.label')}>
        <div className="stack">
          <p>{t('sheet.inside')}</p>
          <div>
            <p>{t('carousel.used', { used: 90 })}</p>
            <Progress label={t('carousel.used', { used: 90 })} max={120} value={90} />
          </div>
          <Button kind="main" type="button" wide>
            {common('actions.allow_30m')}
          </Button>
        </div>
      </Drawer>
    </div>
  );
}
