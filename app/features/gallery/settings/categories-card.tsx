import { Flag, FlaskConical, Heart, type LucideIcon, MessageSquareText, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { CATEGORIES, type Category } from './sample-settings';
import { SettingSwitch } from './setting-switch';
import type { CardParts } from './settings-page';

const ICONS: Record<Category, LucideIcon> = {
  violence: Zap,
  sexual_content: Heart,
  substance_abuse: FlaskConical,
  profanity: MessageSquareText,
  uncategorized: Flag,
};

/** The categories of words that the device looks for (GAL-056). */
export function CategoriesCard({ page, settings, save, token }: CardParts) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="mon-hits" className="card" data-testid="categories">
      <h2 id="mon-hits">{t('gallery_settings.hits')}</h2>
      <p className="text-muted">{t('gallery_settings.hits_text', { name: isolateName(page.child.name) })}</p>
      <ul className="mon-cats">
        {CATEGORIES.map((category) => {
          const Icon = ICONS[category];
          const isOn = settings.categories[category];
          return (
            <li data-category={category} data-on={isOn} key={category}>
              <span className="device-pic">
                <Icon aria-hidden className="icon" />
              </span>
              <div>
                <h3 id={`mon-${category}`}>{t(`gallery_settings.${category}`)}</h3>
                <p className="text-muted">{t(`gallery_settings.${category}_text`)}</p>
              </div>
              <SettingSwitch
                disabled={page.plan !== 'monitoring'}
                isOn={isOn}
                labelId={`mon-${category}`}
                name={category}
                save={save}
                token={token}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
