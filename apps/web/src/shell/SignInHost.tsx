import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import type { ReactNode } from 'react';
import { refreshRights } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { dialogPart } from '../ui/part.tsx';
import { hasDialog } from '../lib/dialog.ts';
import { useStore } from '../lib/store.ts';
import { onSignedInAgain, signInStore, watchUnsaved } from '../api/again.ts';
import { isUnsaved, tabStore } from '../routing/tabs.ts';

const SignInDialog = dialogPart(() => import('./SignInDialog.tsx'));

watchUnsaved(() => tabStore.get().some(isUnsaved) || hasDialog());
onSignedInAgain(() => {
  void refreshRights(null).catch(() => undefined);
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});

/** Place of the sign-in over a page with unsaved input. */
export function SignInHost({ user }: { readonly user: CurrentUser }): ReactNode {
  const wanted = useStore(signInStore);
  return wanted === null ? null : <SignInDialog wanted={wanted} user={user} />;
}
