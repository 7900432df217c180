import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { alarmSoundOn, setAlarmSound } from '../../shell/bell/alarm-sound.ts';
import { useAlarmTexts } from './texts.ts';

export interface LiveBarProps {
  readonly auto: boolean;
  readonly onAuto: (auto: boolean) => void;
  readonly waiting: number;
  readonly news: number;
  readonly onShow: () => void;
}

/** Whether the list follows by itself, and whether critical alarms are heard. */
export function LiveBar({ auto, onAuto, waiting, news, onShow }: LiveBarProps): ReactNode {
  const texts = useAlarmTexts();
  const sound = useStore(alarmSoundOn);
  const label = texts(sound ? 'soundOn' : 'soundOff');
  return (
    <div className="am-live">
      {waiting > 0 ? (
        <button type="button" className="am-waiting" onClick={onShow}>
          {texts('waiting', { n: waiting })}
        </button>
      ) : null}
      <label className="am-auto" data-on={auto}>
        <input type="checkbox" checked={auto} onChange={(event) => onAuto(event.target.checked)} />
        {texts('auto')}
      </label>
      <button
        type="button"
        className="eu-tool"
        aria-label={label}
        title={label}
        aria-pressed={sound}
        onClick={() => setAlarmSound(!sound)}
      >
        {sound ? <SoundOutlined /> : <MutedOutlined />}
      </button>
      <span className="wh-visually-hidden" aria-live="polite">
        {news > 0 ? texts('newAlarms', { n: news }) : ''}
      </span>
    </div>
  );
}
