import type { ReactNode } from 'react';
import { connectionStore } from '../api/connection.ts';
import { liveStore } from '../api/live.ts';
import { useTexts } from '../i18n/lang.ts';
import { useStore } from '../lib/store.ts';
import { connectionTexts } from './connection-texts.ts';
import './ui.css';

/** Whether what stands beside it follows the server now. */
export function useIsLive(): boolean {
  const open = useStore(liveStore);
  const connection = useStore(connectionStore);
  return open && connection.kind !== 'lost';
}

/** "Live" while pushed events arrive, and the opposite when they do not. */
export function LiveBadge(): ReactNode {
  const t = useTexts(connectionTexts);
  const live = useIsLive();
  return (
    <span className="wh-live" data-live={live}>
      {t(live ? 'live' : 'notLive')}
    </span>
  );
}
