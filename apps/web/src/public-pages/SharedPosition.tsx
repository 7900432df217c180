import type { SharedPosition as Shared } from '@wheelhouse/contract/calls/theft';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import { useT } from '../i18n/common.ts';
import { useLang, useTexts } from '../i18n/lang.ts';
import { Logo } from '../ui/Logo.tsx';
import { MapCanvas } from '../ui/map/MapCanvas.tsx';
import { closeZoom } from '../ui/map/types.ts';
import { LoadingState } from '../ui/States.tsx';
import { CopyText, DateTime, StatusTag, TimeAgo } from '../ui/Values.tsx';
import { none } from '../ui/format.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { sharedTexts } from './shared-texts.ts';
import './public.css';
import './shared.css';

const gone = 1002;
const badLink = 1001;
const retryMs = 3_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The part of the address behind `#`: it never reaches a server's log. */
const tokenHere = (): string => location.hash.slice(1);

type State =
  | { readonly kind: 'wait' }
  | { readonly kind: 'over' }
  | { readonly kind: 'shown'; readonly shared: Shared };

/** The position behind a link, kept up to date: each answer comes with the vehicle's next message. */
function useShared(): State {
  const [state, setState] = useState<State>({ kind: 'wait' });
  const lang = useLang();
  const show = useEffectEvent((shared: Shared) => setState({ kind: 'shown', shared }));
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for (let wait = false; !stop.signal.aborted;) {
        try {
          show(
            await call('/veh/crm/stolen/shared', { token: tokenHere(), wait }, { auth: false, signal: stop.signal }),
          );
          wait = true;
        } catch (error) {
          if (stop.signal.aborted) return;
          if (isApiError(error, gone) || isApiError(error, badLink)) return setState({ kind: 'over' });
          await pause(retryMs);
        }
      }
    };
    void follow();
    return () => stop.abort();
  }, [lang]);
  return state;
}

/** What the police see of a stolen vehicle: where it is now, and what it looks like. */
export default function SharedPosition(): ReactNode {
  const t = useTexts(sharedTexts);
  const common = useT();
  const state = useShared();
  const title = t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="ws-page">
      <header className="ws-head">
        <Logo />
        <h1>{title}</h1>
        <LanguageSwitch />
      </header>
      {state.kind === 'wait' ? <LoadingState /> : null}
      {state.kind === 'over' ? (
        <section className="ws-over" role="alert">
          <p>{t('over')}</p>
          <p className="wh-faint">{t('overHint')}</p>
        </section>
      ) : null}
      {state.kind === 'shown' ? <Position shared={state.shared} /> : null}
      <footer className="ws-foot">
        {common('productName')} · {t('note')}
      </footer>
    </main>
  );
}

function Position({ shared }: { readonly shared: Shared }): ReactNode {
  const t = useTexts(sharedTexts);
  const { position } = shared;
  const lng = position?.lng ?? null;
  const lat = position?.lat ?? null;
  return (
    <>
      <section className="ws-map" aria-label={t('title')}>
        {lng === null || lat === null ? (
          <p className="ws-over">{t('noFix')}</p>
        ) : (
          <MapCanvas
            label={t('title')}
            config={shared.map}
            camera={{ center: [lng, lat], zoom: closeZoom(shared.map) }}
            marker={{
              lng,
              lat,
              heading: (position?.speedKmh ?? 0) > 0 ? (position?.heading ?? null) : null,
              tone: 'danger',
            }}
            follow
          />
        )}
      </section>
      <dl className="ws-facts">
        <div>
          <dt>{t('vehicle')}</dt>
          <dd>
            {shared.vehicleTypeName} · {shared.color}
          </dd>
        </div>
        <div>
          <dt>{t('plate')}</dt>
          <dd>{shared.plateNo ?? none}</dd>
        </div>
        <div>
          <dt>{t('place')}</dt>
          <dd>{lng === null || lat === null ? none : <CopyText value={`${lng}, ${lat}`} />}</dd>
        </div>
        <div>
          <dt>{t('speed')}</dt>
          <dd className="wh-num">
            {typeof position?.speedKmh === 'number' ? `${Math.round(position.speedKmh * 10) / 10} km/h` : none}
          </dd>
        </div>
        <div>
          <dt>{t('reported')}</dt>
          <dd>
            <StatusTag color={position?.online === 1 ? 'success' : 'default'}>
              {t(position?.online === 1 ? 'online' : 'offline')}
            </StatusTag>{' '}
            <TimeAgo value={position?.reportTime} />
          </dd>
        </div>
        <div>
          <dt>{t('until')}</dt>
          <dd>
            <DateTime value={shared.expireTime} />
          </dd>
        </div>
      </dl>
    </>
  );
}
