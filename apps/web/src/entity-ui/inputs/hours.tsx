import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, TimePicker } from 'antd';
import type { ReactNode } from 'react';
import { useLang } from '../../i18n/lang.ts';
import { pickerTime } from '../../ui/inputs/picker-time.ts';
import { slotsOf, weekDays, type HoursSlot } from '../hours.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';

const clock = 'HH:mm';
const bounds = ['from', 'to'] as const;

/** Opening hours: rows of weekdays with one time range each. */
export default function HoursInput({ id, label, value, onChange, disabled }: InputProps<'json'>): ReactNode {
  const texts = useEntityTexts();
  const lang = useLang();
  const slots = slotsOf(value);
  const change = (at: number, patch: Partial<HoursSlot>): void =>
    onChange(slots.map((slot, i) => (i === at ? { ...slot, ...patch } : slot)));
  const toggle = (slot: HoursSlot, day: number): number[] =>
    slot.days.includes(day) ? slot.days.filter((one) => one !== day) : [...slot.days, day].sort((a, b) => a - b);
  return (
    <div id={id} role="group" aria-label={label} className="eu-hours">
      {slots.map((slot, at) => (
        <div key={at} className="eu-hours-slot">
          <span className="eu-hours-days">
            {weekDays.map((day, i) => (
              <button
                key={day.en}
                type="button"
                className="eu-day"
                aria-pressed={slot.days.includes(i + 1)}
                disabled={disabled}
                onClick={() => change(at, { days: toggle(slot, i + 1) })}
              >
                {day[lang]}
              </button>
            ))}
          </span>
          {bounds.map((bound) => (
            <TimePicker
              key={bound}
              aria-label={texts(bound === 'from' ? 'opens' : 'closes')}
              value={pickerTime(slot[bound], clock)}
              format={clock}
              minuteStep={5}
              allowClear={false}
              needConfirm={false}
              disabled={disabled}
              onChange={(time) => change(at, { [bound]: time?.format(clock) ?? slot[bound] })}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={texts('removeSlot')}
            disabled={disabled}
            onClick={() => onChange(slots.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={disabled || slots.length >= 14}
        onClick={() => onChange([...slots, { days: [], from: '09:00', to: '18:00' }])}
      >
        {texts('addSlot')}
      </Button>
    </div>
  );
}
