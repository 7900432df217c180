import type { ReactNode } from 'react';
import { findPage } from './pages/registry.ts';
import { providePages } from './routing/pages.ts';
import { Console } from './shell/Console.tsx';
import { prefetchPath } from './shell/lazy-pages.ts';

providePages(findPage);
// The page's code travels beside the boot's data, not after it.
prefetchPath(window.location.pathname);

/** The console with its pages: the one place that knows both. */
export const ConsoleRoot = (): ReactNode => <Console />;
