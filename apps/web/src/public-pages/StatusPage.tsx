import { useEffect, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { texts } from './texts.ts';
import './public.css';

export interface StatusPageProps {
  readonly status: 401 | 404;
  readonly onHome: () => void;
  /** Offered on 401: perhaps another account may. */
  readonly onLogout: () => void;
  /** Inside the shell: fills the page area instead of the window. */
  readonly inside?: boolean;
}

/** 401 and 404, as full pages and inside the shell. */
export function StatusPage({ status, onHome, onLogout, inside = false }: StatusPageProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const title = t(status === 401 ? 'noAccess' : 'notFound');
  const product = common('productName');
  useEffect(() => {
    if (!inside) document.title = `${title} - ${product}`;
  }, [title, product, inside]);
  const Frame = inside ? 'div' : 'main';
  return (
    <Frame className={inside ? 'wl-status wl-status-inside' : 'wl-status'}>
      <StatusDrawing status={status} />
      <p className="wl-status-code">{status}</p>
      <h1>{title}</h1>
      <p>{t(status === 401 ? 'noAccessText' : 'notFoundText')}</p>
      <div className="wl-status-actions">
        <button type="button" className="wl-button wl-primary" onClick={onHome}>
          {t('home')}
        </button>
        {status === 401 ? (
          <button type="button" className="wl-button" onClick={onLogout}>
            {t('logout')}
          </button>
        ) : null}
      </div>
    </Frame>
  );
}

const spokes = [0, 72, 144, 216, 288] as const;

/** 401: a lock on the road. 404: a wheel where the road ends, and a signpost to nowhere. */
function StatusDrawing({ status }: Pick<StatusPageProps, 'status'>): ReactNode {
  return (
    <svg
      className="wl-status-drawing"
      viewBox="0 0 240 100"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {status === 401 ? (
        <>
          <path d="M8 90h224" opacity=".35" />
          <path d="M84 90V38h72v52M98 38v-8a22 22 0 0 1 44 0v8M120 64v10" />
          <circle cx="120" cy="62" r="4" fill="currentColor" stroke="none" />
        </>
      ) : (
        <>
          <path d="M8 90h116" opacity=".35" />
          <path d="M136 90h96" opacity=".35" strokeDasharray="1 11" />
          <circle cx="76" cy="62" r="26" />
          {spokes.map((angle) => (
            <path key={angle} d="M76 54V44" transform={`rotate(${angle} 76 62)`} strokeWidth="2.4" />
          ))}
          <circle cx="76" cy="62" r="4" fill="currentColor" stroke="none" />
          <path d="M170 88V34M148 34h40l9 9-9 9h-40Z" />
        </>
      )}
    </svg>
  );
}
