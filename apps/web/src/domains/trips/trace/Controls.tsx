import { CaretRightFilled, PauseOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { paces, type Player, type Span } from './usePlayer.ts';
import { useTraceTexts } from './texts.ts';
import { Segments } from '../../../ui/Segments.tsx';

export interface Tick {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'stop' | 'gap' | 'alarm';
}

/** Options of what the map shows and how it plays. */
export interface Switches {
  readonly follow: boolean;
  readonly skipStops: boolean;
  readonly showDrift: boolean;
  readonly showGaps: boolean;
}

export interface ControlsProps extends Span {
  readonly player: Player;
  readonly ticks: readonly Tick[];
  readonly switches: Switches;
  readonly onSwitch: (change: Partial<Switches>) => void;
}

const names = ['follow', 'skipStops', 'showDrift', 'showGaps'] as const;

/** Play, pace and place in time, with what happened along it. */
export function Controls({ player, from, to, ticks, switches, onSwitch }: ControlsProps): ReactNode {
  const texts = useTraceTexts();
  const length = Math.max(1, to - from);
  const share = (time: number): string => `${(Math.min(1, Math.max(0, (time - from) / length)) * 100).toFixed(3)}%`;
  const shown = formatInstant(new Date(player.time));
  return (
    <div className="tr-controls">
      <button
        type="button"
        className="tr-play"
        aria-label={texts(player.playing ? 'pause' : 'play')}
        title={texts('keys')}
        onClick={player.toggle}
      >
        {player.playing ? <PauseOutlined /> : <CaretRightFilled />}
      </button>
      <Segments
        label={texts('pace')}
        options={paces.map((pace) => ({ key: pace, label: `×${pace}` }))}
        value={player.pace}
        onChange={player.setPace}
      />
      <div className="tr-scrub">
        <div className="tr-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span
              key={tick.key}
              data-kind={tick.kind}
              style={{ left: share(tick.from), width: `calc(${share(tick.to)} - ${share(tick.from)})` }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={texts('position')}
          aria-valuetext={shown}
          min={0}
          max={Math.round(length / 1000)}
          step={1}
          value={Math.round((player.time - from) / 1000)}
          onChange={(event) => player.seek(from + Number(event.target.value) * 1000)}
        />
      </div>
      <output className="tr-time wh-num" data-testid="replay-time">
        {shown}
      </output>
      <span className="tr-switches">
        {names.map((name) => (
          <Checkbox
            key={name}
            checked={switches[name]}
            onChange={(event) => onSwitch({ [name]: event.target.checked })}
          >
            {texts(name)}
          </Checkbox>
        ))}
      </span>
    </div>
  );
}
