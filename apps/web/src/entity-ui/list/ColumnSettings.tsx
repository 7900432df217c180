import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { PanelButton } from '../controls/Panel.tsx';
import { useWords } from '../texts.ts';
import type { Column } from './columns.ts';
import { ordered, setColumnChoice, useColumnChoice } from './table-settings.ts';

export interface ColumnSettingsProps {
  /** Name the choice is kept under. */
  readonly list: string;
  readonly columns: readonly Column[];
}

function Choices({ list, columns }: ColumnSettingsProps): ReactNode {
  const words = useWords();
  const choice = useColumnChoice(list);
  const shown = ordered(columns, choice);
  const names = shown.map((column) => column.name);
  const move = (at: number, by: number): void => {
    const next = [...names];
    const [moved] = next.splice(at, 1);
    if (moved === undefined) return;
    next.splice(at + by, 0, moved);
    setColumnChoice(list, { ...choice, order: next });
  };
  const toggle = (name: string): void => {
    const hidden = choice.hidden.includes(name)
      ? choice.hidden.filter((one) => one !== name)
      : [...choice.hidden, name];
    if (hidden.length < names.length) setColumnChoice(list, { ...choice, hidden });
  };
  return (
    <div className="eu-columns">
      <ul className="eu-plain-list">
        {shown.map((column, at) => (
          <li key={column.name}>
            <label>
              <input
                type="checkbox"
                checked={!choice.hidden.includes(column.name)}
                onChange={() => toggle(column.name)}
              />{' '}
              {column.label}
            </label>
            <button
              type="button"
              className="wh-icon-button"
              aria-label={`${words('moveUp')} ${column.label}`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="wh-icon-button"
              aria-label={`${words('moveDown')} ${column.label}`}
              disabled={at === shown.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDownOutlined />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="eu-link-button" onClick={() => setColumnChoice(list, undefined)}>
        {words('defaults')}
      </button>
    </div>
  );
}

/** Which columns a list shows, and in which order. Kept in this browser. */
export function ColumnSettings(props: ColumnSettingsProps): ReactNode {
  const words = useWords();
  return (
    <PanelButton label={words('columns')} icon={<SettingOutlined />}>
      <Choices {...props} />
    </PanelButton>
  );
}
