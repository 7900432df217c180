import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLang } from '../../i18n/lang.ts';
import { slotsOf, weekDays, type HoursSlot } from '../hours.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';

/** Opening hours: rows of weekdays with one time range each. */
function HoursInput({ id, label, value, onChange, disabled }: InputProps<'json'>): ReactNode {
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
          <Input
            type="time"
            aria-label={texts('opens')}
            value={slot.from}
            disabled={disabled}
            onChange={(event) => change(at, { from: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="time"
            aria-label={texts('closes')}
            value={slot.to}
            disabled={disabled}
            onChange={(event) => change(at, { to: event.target.value })}
          />
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

/** Anything else that is structured: as text, taken over while it parses. */
function JsonText({ id, value, onChange, disabled }: InputProps<'json'>): ReactNode {
  const texts = useEntityTexts();
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState(false);
  const take = (next: string): void => {
    setText(next);
    try {
      onChange(next.trim() === '' ? null : (JSON.parse(next) as unknown));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <Input.TextArea
        id={id}
        className="eu-code"
        value={text}
        disabled={disabled}
        autoSize={{ minRows: 4, maxRows: 16 }}
        spellCheck={false}
        {...(wrong ? { status: 'error' as const } : {})}
        onChange={(event) => take(event.target.value)}
      />
      {wrong ? (
        <span role="alert" className="eu-error">
          {texts('jsonInvalid')}
        </span>
      ) : null}
    </>
  );
}

export const JsonInput = (props: InputProps<'json'>): ReactNode =>
  props.field.shape === 'weeklyHours' ? <HoursInput {...props} /> : <JsonText {...props} />;
