import { Form, useNavigation } from '@remix-run/react';
import { Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { SampleDetails } from '#app/domain/sample-details';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { ViewerPage } from './viewer';

/** Returns the found terms that a parent may ignore, each once. A parent’s own terms are removed in the settings instead. */
export function listIgnorable(hits: ReadonlyArray<Pick<SampleDetails['hits'][number], 'category' | 'term'>>): Array<string> {
  return [...new Set(hits.filter(({ category }) => category !== 'custom').map(({ term }) => term))];
}

/** A button for each found term, which adds it to the child’s ignored terms. This screenshot keeps its hits. */
export function IgnoreTerms({ page, hits }: { page: ViewerPage; hits: SampleDetails['hits'] }) {
  const { t } = useTranslation();
  const { child, sample, ignored, search, formToken } = page;
  const sending = useNavigation().formData;
  if (ignored === null) return null;
  return (
    <>
      {listIgnorable(hits).map((term) =>
        ignored.includes(term) ? (
          <p className="text-muted" key={term}>
            {t('viewer.ignored', { term })}
          </p>
        ) : (
          <Form action={`/gallery/${child.id}/settings`} className="v-ignore" key={term} method="post" preventScrollReset replace>
            <FormToken token={formToken} />
            <input name="ignored-add" type="hidden" value={term} />
            <input name="back" type="hidden" value={`/gallery/${child.id}/${sample.id}${search}`} />
            <Button isBusy={sending?.get('ignored-add') === term} kind="quiet" name="intent" value="ignore">
              <Tag aria-hidden className="icon-small" />
              {t('viewer.ignore', { term })}
            </Button>
          </Form>
        ),
      )}
    </>
  );
}
