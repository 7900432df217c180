import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { PanelButton } from '../controls/Panel.tsx';
import { useEntityTexts } from '../texts.ts';
import type { Column } from './columns.ts';
import { ordered, setColumnChoice, setColumnWidth, useColumnChoice } from './table-settings.ts';
import { shownWidth } from './useColumnWidths.ts';

export interface ColumnSettingsProps {
  /** Name the choice is kept under. */
  readonly list: string;
  readonly columns: readonly Column[];
}

/** Pixels of one step wider or narrower. */
const step = 24;

function Choices({ list, columns }: ColumnSettingsProps): ReactNode {
  const texts = useEntityTexts();
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
  const tools = ({ name, least, most }: Column, at: number) => {
    const resize = (by: number) => (): void => setColumnWidth(list, name, shownWidth(list, name) + by);
    const fixed = least === most || choice.hidden.includes(name);
    return [
      { key: 'narrower', icon: <MinusOutlined />, disabled: fixed, run: resize(-step) },
      { key: 'wider', icon: <PlusOutlined />, disabled: fixed, run: resize(step) },
      { key: 'moveUp', icon: <ArrowUpOutlined />, disabled: at === 0, run: () => move(at, -1) },
      { key: 'moveDown', icon: <ArrowDownOutlined />, disabled: at === shown.length - 1, run: () => move(at, 1) },
    ] as const;
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
            {tools(column, at).map(({ key, icon, disabled, run }) => (
              <button
                key={key}
                type="button"
                className="wh-icon-button"
                aria-label={`${texts(key)} ${column.label}`}
                title={texts(key)}
                disabled={disabled}
                onClick={run}
              >
                {icon}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <button type="button" className="wh-link-button" onClick={() => setColumnChoice(list, undefined)}>
        {texts('defaults')}
      </button>
    </div>
  );
}

/** Which columns a list shows, in which order and how wide. Kept in this browser. */
export function ColumnSettings(props: ColumnSettingsProps): ReactNode {
  const texts = useEntityTexts();
  return (
    <PanelButton label={texts('columns')} icon={<SettingOutlined />}>
      <Choices {...props} />
    </PanelButton>
  );
}
