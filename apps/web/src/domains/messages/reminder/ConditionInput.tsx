import { Form, InputNumber } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import {
  conditionLabels,
  conditionLimits,
  conditionsOf,
  mostDays,
  usualCondition,
  type ConditionName,
} from '@wheelhouse/entities/messages/reminder-condition';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { useReminderTexts } from './texts.ts';
import './reminder.css';

interface PartProps {
  readonly name: ConditionName;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

function Part({ name, value, disabled, onChange }: PartProps): ReactNode {
  const pick = usePick();
  const texts = useReminderTexts();
  const label = pick(conditionLabels[name]);
  const { min, max } = conditionLimits[name];
  if (name === 'daysBefore')
    return (
      <Select<string[]>
        aria-label={label}
        className="eu-control"
        mode="tags"
        value={Array.isArray(value) ? value.map(String) : []}
        maxCount={mostDays}
        placeholder={texts('addDay')}
        disabled={disabled}
        onChange={(days) => onChange(days.map(Number).filter((n) => Number.isInteger(n) && n >= min && n <= max))}
      />
    );
  return (
    <InputNumber<number>
      aria-label={label}
      value={typeof value === 'number' ? value : null}
      min={min}
      max={max}
      precision={0}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

const partsOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {});

/** When a vehicle is due: the conditions that the chosen type has. */
export function ConditionInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const pick = usePick();
  const texts = useReminderTexts();
  const type: unknown = Form.useWatch('reminderType');
  const before = useRef(type);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  // What is said of one type says nothing of another. A stored record has its condition when its type comes.
  useEffect(() => {
    const isFirst = before.current === undefined || before.current === null;
    const isGiven = latest.current !== undefined && latest.current !== null;
    if (before.current !== type && (isGiven ? !isFirst : usualCondition(type) !== null)) onChange(usualCondition(type));
    before.current = type;
  }, [type, onChange]);
  const names = conditionsOf(type);
  const parts = partsOf(value);
  const set = (name: ConditionName, part: unknown): void => {
    const isEmpty = part === null || (Array.isArray(part) && part.length === 0);
    const next = Object.fromEntries(
      Object.entries({ ...parts, [name]: isEmpty ? undefined : part }).filter(([, one]) => one !== undefined),
    );
    onChange(Object.keys(next).length === 0 ? null : next);
  };
  if (names.length === 0) return <span className="wh-faint">{texts('chooseType')}</span>;
  return (
    <div id={id} className="rm-condition" role="group" tabIndex={-1}>
      {names.map((name) => (
        <div key={name} className="rm-part">
          <span className="wh-faint">{pick(conditionLabels[name])}</span>
          <Part name={name} value={parts[name]} disabled={disabled} onChange={(part) => set(name, part)} />
        </div>
      ))}
    </div>
  );
}
