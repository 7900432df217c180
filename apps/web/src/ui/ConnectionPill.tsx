import { useEffect, useRef, useState, type ReactNode } from 'react';
import { connectionStore, retryNow, staleStore, type Connection } from '../api/connection.ts';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { releaseStore } from '../api/release.ts';
import { useStore } from '../lib/store.ts';
import { readToken } from '../api/token.ts';
import { clockTime } from './clock.ts';
import { connectionTexts } from './connection-texts.ts';
import './connection.css';

interface Said {
  readonly tone: 'danger' | 'warning' | 'success';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Message about the connection; null while it is good. */
function useSaid(connection: Connection): Said | null {
  const t = useTexts(connectionTexts);
  const common = useT();
  const stale = useStore(staleStore);
  const otherRelease = useStore(releaseStore);
  if (connection.kind === 'lost')
    return {
      tone: 'danger',
      text: readToken() === null ? t('lost') : t('lostWithData', { time: clockTime(connection.asOf) }),
      action: { label: t('retryNow'), run: retryNow },
    };
  if (stale !== null)
    return {
      tone: 'warning',
      text: t('stale', { time: clockTime(stale.asOf) }),
      action: { label: common('retry'), run: stale.retry },
    };
  if (otherRelease)
    return { tone: 'warning', text: t('release'), action: { label: t('reload'), run: () => location.reload() } };
  return connection.kind === 'back' ? { tone: 'success', text: t('back') } : null;
}

/** The state of the connection, once for the whole console: shown only when there is something to say. */
export function ConnectionPill(): ReactNode {
  const connection = useStore(connectionStore);
  const said = useSaid(connection);
  const box = useRef<HTMLDivElement>(null);
  const text = said?.text ?? '';
  // In the top layer, and on top of it again with every change: also an open dialog must not hide it.
  useEffect(() => {
    box.current?.hidePopover();
    if (text !== '') box.current?.showPopover();
  }, [text]);
  return (
    <>
      <output className="wh-visually-hidden">{text}</output>
      <div ref={box} popover="manual" className="wh-connection" data-tone={said?.tone}>
        {said === null ? null : (
          <>
            <span className="wh-connection-dot" aria-hidden="true" />
            <span aria-hidden="true">{text}</span>
            {connection.kind === 'lost' ? <Countdown until={connection.retryAt} /> : null}
            {said.action === undefined ? null : (
              <button type="button" onClick={said.action.run}>
                {said.action.label}
              </button>
            )}
          </>
        )}
      </div>
    </>
  );
}

const tickMs = 500;

/** Seconds to the next attempt. Not read out: it changes all the time. */
function Countdown({ until }: { readonly until: number | null }): ReactNode {
  const t = useTexts(connectionTexts);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const left = until === null ? 0 : Math.ceil((until - now) / 1000);
  return (
    <span className="wh-connection-next" aria-hidden="true">
      {left > 0 ? t('retryIn', { n: left }) : t('retrying')}
    </span>
  );
}
