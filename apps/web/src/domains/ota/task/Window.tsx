import { codes } from '@wheelhouse/entities/codes';
import { Form, TimePicker } from 'antd';
import type { ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { pickerTime } from '../../../ui/inputs/picker-time.ts';
import { TilesInput } from './TilesInput.tsx';
import { useOtaTexts } from './texts.ts';
import './ota.css';

const clock = 'HH:mm';
const dayMinutes = 24 * 60;

/** A time of the day, `HH:mm`. */
export function ClockInput({ id, label, value, onChange, disabled }: InputProps): ReactNode {
  const text = textOf(value);
  return (
    <TimePicker
      id={id}
      aria-label={label}
      className="eu-control"
      value={pickerTime(text, clock)}
      format={clock}
      minuteStep={5}
      needConfirm={false}
      disabled={disabled}
      onChange={(time) => onChange(time?.format(clock) ?? null)}
    />
  );
}

const [nightFrom, nightTo] = ['01:00', '05:00'];

/** Silent upgrades run by night unless whoever makes the task says otherwise. */
export function UpgradeModeInput(props: InputProps): ReactNode {
  const form = Form.useFormInstance();
  const choose = (value: unknown): void => {
    const { windowStart: from, windowEnd: to }: Readonly<Record<string, unknown>> = form.getFieldsValue(true);
    const isSilent = Number(value) === codes.UpgradeMode.silent;
    if (isSilent && textOf(from) === '' && textOf(to) === '')
      form.setFieldsValue({ windowStart: nightFrom, windowEnd: nightTo });
    else if (!isSilent && from === nightFrom && to === nightTo)
      form.setFieldsValue({ windowStart: null, windowEnd: null });
    props.onChange(value);
  };
  return <TilesInput {...props} onChange={choose} />;
}

/** Minutes since midnight of `HH:mm`; undefined where it is none. */
export function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** When vehicles may upgrade, as a sentence and on the line of a day. */
export function WindowWords({ from, to }: { readonly from: string; readonly to: string }): ReactNode {
  const texts = useOtaTexts();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === undefined && end === undefined) return <p className="ot-sentence">{texts('windowAnytime')}</p>;
  if (start === undefined || end === undefined) return <p className="ot-sentence">{texts('windowHalf')}</p>;
  const isOver = end <= start;
  const spans = isOver
    ? [
        [start, dayMinutes],
        [0, end],
      ]
    : [[start, end]];
  const minutes = (end - start + dayMinutes) % dayMinutes || dayMinutes;
  const length = minutes % 60 === 0 ? texts('hours', { n: minutes / 60 }) : texts('minutes', { n: minutes });
  return (
    <>
      <p className="ot-sentence">
        {texts('windowDaily', { from, to, n: length })} {isOver && end !== start ? texts('windowOver', { to }) : null}
      </p>
      <div className="ot-day" aria-hidden="true">
        {spans.map(([left = 0, right = 0]) => (
          <i
            key={left}
            style={{
              insetInlineStart: `${(left / dayMinutes) * 100}%`,
              width: `${((right - left) / dayMinutes) * 100}%`,
            }}
          />
        ))}
      </div>
      <div className="ot-day-hours wh-num" aria-hidden="true">
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
    </>
  );
}

/** Under the times of a form. */
export function WindowBelow(): ReactNode {
  const form = Form.useFormInstance();
  const from: unknown = Form.useWatch('windowStart', { form, preserve: true });
  const to: unknown = Form.useWatch('windowEnd', { form, preserve: true });
  return (
    <div className="eu-wide">
      <WindowWords from={textOf(from)} to={textOf(to)} />
    </div>
  );
}
