import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/lang.ts';
import { SessionTab } from '../logs/Sessions.tsx';
import '../../../entity-ui/entity-ui.css';

const texts = { sessions: { zh: '我的会话', en: 'My sessions' } } as const;

/** Where the user is signed in, to end one session or all others. */
export function SessionsCard({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  return <SessionTab row={{ id: user.id }} title={t('sessions')} />;
}
