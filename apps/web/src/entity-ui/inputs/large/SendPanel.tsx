import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Resumable, Sending } from '../../files/useResumable.ts';
import { useLargeTexts } from './texts.ts';
import './large.css';

const mebibyte = 1024 * 1024;
export const megabytes = (bytes: number): string => (bytes / mebibyte).toFixed(1);

function Left({ seconds }: { readonly seconds: number | undefined }): ReactNode {
  const texts = useLargeTexts();
  if (seconds === undefined) return null;
  return (
    <span>
      {seconds < 90 ? texts('secondsLeft', { n: seconds }) : texts('minutesLeft', { n: Math.round(seconds / 60) })}
    </span>
  );
}

/** A large file on its way: how much of it is there, how long it takes, and what can be done about it. */
export function SendPanel({
  sending,
  upload: { pause, resume, cancel },
}: {
  readonly sending: Sending;
  readonly upload: Resumable;
}): ReactNode {
  const texts = useLargeTexts();
  const { name, sent, total, state, secondsLeft, error } = sending;
  const isStopped = state === 'paused' || state === 'failed';
  return (
    <div className="eu-send">
      <div className="eu-send-head">
        <strong className="eu-send-name">{name}</strong>
        <span className="wh-num">{Math.floor((sent / total) * 100)}%</span>
      </div>
      <progress max={total} value={sent} aria-label={name} />
      <div className="eu-send-foot">
        <span role="status" className={state === 'failed' ? 'eu-error' : undefined}>
          {error ?? texts(state)}
        </span>
        <span className="wh-num">{texts('amount', { sent: megabytes(sent), total: megabytes(total) })}</span>
        <Left seconds={state === 'sending' ? secondsLeft : undefined} />
        <span className="eu-send-buttons">
          {isStopped ? (
            <Button size="small" onClick={resume}>
              {texts(state === 'failed' ? 'retry' : 'resume')}
            </Button>
          ) : (
            <Button size="small" disabled={state === 'joining'} onClick={pause}>
              {texts('pause')}
            </Button>
          )}
          <Button size="small" type="text" onClick={cancel}>
            {texts('cancel')}
          </Button>
        </span>
      </div>
    </div>
  );
}
