import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasDialog } from '../../lib/dialog.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { can, type Session } from '../../session/session.ts';
import { loaderOf } from '../../routing/pages.ts';
import { routeByName } from '../../routing/routes.ts';
import { searchOpen } from '../search/SearchButton.tsx';
import { isListed, rememberedPath, tabKey, tabStore } from '../../routing/tabs.ts';
import { isTyping } from './keys.ts';
import { runPageCommand } from '../../routing/commands.ts';
import { shortcuts } from './list.ts';
import { singleKeys } from './single-keys.ts';
import { dialogPart } from '../../ui/part.tsx';

const HelpSheet = dialogPart(() => import('./HelpSheet.tsx'));

export const helpOpen = createStore(false);

/** The second key of a pair is waited for this long. */
const pairMs = 1_200;

type Does = (typeof shortcuts)[number]['does'];

/** Path of the tab beside the one shown, around the ends. */
function besideTab(step: 1 | -1): string | undefined {
  const tabs = tabStore.get().filter(isListed);
  const at = tabs.findIndex((tab) => tab.key === tabKey(window.location.pathname, window.location.search));
  const next = at === -1 ? tabs.at(step === 1 ? 0 : -1) : tabs[(at + step + tabs.length) % tabs.length];
  return next === undefined ? undefined : next.place.pathname + next.place.search;
}

/** Listens to the console's shortcuts; shows their sheet. Keys that belong to a field, a menu or a dialog are left alone. */
export function Shortcuts({ session }: { readonly session: Session }): ReactNode {
  const navigate = useNavigate();
  const help = useStore(helpOpen);
  const first = useRef<{ readonly key: string; readonly at: number } | null>(null);

  const run = (does: Does): boolean => {
    switch (does.kind) {
      case 'help':
        helpOpen.set(true);
        return true;
      case 'page':
        return runPageCommand(does.command);
      case 'tab': {
        const path = besideTab(does.step);
        if (path !== undefined) void navigate(path);
        return path !== undefined;
      }
      case 'open': {
        const route = routeByName(does.route);
        if (route === undefined || !can(route.permission) || loaderOf(route) === undefined) return false;
        void navigate(rememberedPath(route.path));
        return true;
      }
    }
  };

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || (hasDialog() && !searchOpen.get())) return;
      event.preventDefault();
      searchOpen.set(!searchOpen.get());
      return;
    }
    const before = first.current !== null && event.timeStamp - first.current.at < pairMs ? first.current.key : null;
    first.current = null;
    if (!singleKeys.get() || isTyping(event.target) || hasDialog()) return;
    const wanted = before === null ? [event.key] : [before, event.key];
    const hit = shortcuts.find(
      ({ keys }) => keys.length === wanted.length && keys.every((key, at) => key === wanted[at]),
    );
    if (hit !== undefined) {
      if (run(hit.does)) event.preventDefault();
    } else if (shortcuts.some(({ keys }) => keys.length === 2 && keys[0] === event.key))
      first.current = { key: event.key, at: event.timeStamp };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return help ? (
    <Suspense fallback={null}>
      <HelpSheet session={session} onClose={() => helpOpen.set(false)} />
    </Suspense>
  ) : null;
}
