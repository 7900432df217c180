import { Activity, Suspense, use, useMemo, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { PartBoundary } from '../ui/part.tsx';
import { LoadingState } from '../ui/States.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { pageOf } from './lazy-pages.ts';
import { PageAway } from './PageAway.tsx';
import { isShown, PageFrameContext, type PageFrame } from '../routing/page.ts';
import type { Tab } from '../routing/tabs.ts';
import { useTabActions } from './useTabActions.ts';

/** The open pages: the active one visible, the others kept as they are, with their effects stopped. */
export function Panes({
  tabs,
  activeKey,
}: {
  readonly tabs: readonly Tab[];
  readonly activeKey: string | null;
}): ReactNode {
  return tabs
    .filter((tab) => tab.alive)
    .map((tab) => (
      <Activity key={`${tab.key} ${tab.generation}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
        <Pane tab={tab} />
      </Activity>
    ));
}

function Pane({ tab }: { readonly tab: Tab }): ReactNode {
  const { route, key, place } = tab;
  const actions = useTabActions();
  const frame = useMemo<PageFrame>(
    () => ({
      route,
      tabKey: key,
      // What ends behind another page takes nobody away from that.
      close: ({ to, discard = false } = {}) =>
        actions.close([key], to === undefined || !isShown(key) ? { discard } : { to, discard }),
    }),
    [route, key, actions],
  );
  return (
    <div className="sh-pane" data-route={route.name}>
      <PageFrameContext value={frame}>
        <ErrorBoundary place={route.name}>
          <PartBoundary instead={(retry) => <PageAway onRetry={retry} />}>
            <Suspense fallback={<LoadingState />}>
              {/* The page sees its own address, also while another tab is shown. */}
              <Routes location={place}>
                <Route path="*" element={<Page tab={tab} />} />
              </Routes>
            </Suspense>
          </PartBoundary>
        </ErrorBoundary>
      </PageFrameContext>
    </div>
  );
}

function Page({ tab }: { readonly tab: Tab }): ReactNode {
  const { default: Component } = use(pageOf(tab.route));
  return <Component route={tab.route} />;
}
