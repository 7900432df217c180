import { Suspense, use, useMemo, type ReactNode } from 'react';
import { useTexts } from '../i18n/lang.ts';
import { PartBoundary } from '../ui/part.tsx';
import { LoadingState } from '../ui/States.tsx';
import { PageFrameContext } from '../routing/page.ts';
import { pageOf } from './lazy-pages.ts';
import { PageAway } from './PageAway.tsx';
import type { ConsoleRoute } from '../routing/routes.ts';
import { texts } from './texts.ts';

/** The profile alone, without menu or tabs: the initial password must be changed first. */
export function ForcedProfile({ page }: { readonly page: ConsoleRoute | null }): ReactNode {
  const t = useTexts(texts);
  const frame = useMemo(
    () => (page === null ? null : { route: page, tabKey: page.path, close: () => Promise.resolve() }),
    [page],
  );
  return (
    <main className="sh-forced">
      <p className="sh-forced-note">{t('mustChangePassword')}</p>
      <PageFrameContext value={frame}>
        <PartBoundary instead={(retry) => <PageAway onRetry={retry} />}>
          <Suspense fallback={<LoadingState />}>{page === null ? null : <Page route={page} />}</Suspense>
        </PartBoundary>
      </PageFrameContext>
    </main>
  );
}

function Page({ route }: { readonly route: ConsoleRoute }): ReactNode {
  const { default: Component } = use(pageOf(route));
  return <Component route={route} />;
}
