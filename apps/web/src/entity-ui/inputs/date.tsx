import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { pickerTime } from '../../ui/inputs/picker-time.ts';
import { textOf } from '../model.ts';
import type { InputProps } from './types.ts';

const day = 'YYYY-MM-DD';
const wallClock = 'YYYY-MM-DD HH:mm:ss';

/** Dates and times are wall-clock texts of the console's zone: the picker never converts between zones. */
export default function DateInput({ id, field, value, onChange, disabled }: InputProps<'date' | 'instant'>): ReactNode {
  const withTime = field.kind === 'instant';
  const format = withTime ? wallClock : day;
  const text = textOf(value);
  const steps = field.step !== undefined ? ({ minuteStep: field.step, showSecond: false } as const) : {};
  const outside = (at: dayjs.Dayjs): boolean => {
    const chosen = at.format(day);
    return (
      (field.min !== undefined && chosen < field.min.slice(0, 10)) ||
      (field.notFuture === true && chosen > formatDay(new Date())) ||
      (field.ahead !== undefined && chosen < formatDay(new Date()))
    );
  };
  return (
    <DatePicker
      id={id}
      className="eu-control"
      value={pickerTime(text, format)}
      format={format}
      showTime={withTime ? { defaultOpenValue: dayjs('00:00:00', 'HH:mm:ss'), ...steps } : false}
      disabled={disabled}
      disabledDate={outside}
      {...(field.min === undefined ? {} : { minDate: dayjs(field.min.slice(0, 10), day) })}
      onChange={(at) => onChange(at?.format(format) ?? null)}
    />
  );
}
