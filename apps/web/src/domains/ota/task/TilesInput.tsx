import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { choiceTexts } from './texts.ts';
import './ota.css';

/** A choice among a few kinds, each with a word of what it means. */
export function TilesInput({ id, name, field, label, value, onChange, disabled }: InputProps): ReactNode {
  const pick = usePick();
  const entries = useDict(field.kind === 'dict' ? field.dict : '');
  return (
    <div role="radiogroup" aria-label={label} className="ot-tiles">
      {entries.map(({ code, name: title }, at) => {
        const meaning = choiceTexts[name]?.[code];
        const checked = textOf(value) === code;
        return (
          <label key={code} className="ot-tile">
            <input
              type="radio"
              // The form's label and its errors lead to the choice that is taken, else to the first one.
              id={checked || (textOf(value) === '' && at === 0) ? id : undefined}
              name={id}
              checked={checked}
              disabled={disabled}
              onChange={() => onChange(code)}
            />
            <strong>{title}</strong>
            {meaning === undefined ? null : <small>{pick(meaning)}</small>}
          </label>
        );
      })}
    </div>
  );
}
