import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { warm } from '../../ui/part.tsx';
import { FilterLabel } from '../filters/text.tsx';
import './controls.css';

export interface OnDemandProps {
  readonly label: string;
  /** What is chosen, as text; empty when nothing is. */
  readonly text: string;
  readonly onClear: () => void;
  /** Fetches the real control's code: called on hover and focus. */
  readonly load: () => Promise<unknown>;
  /** The real control, which opens itself. */
  readonly children: ReactNode;
}

/** A closed select. The control behind it (selects, cascades, date pickers are heavy) is fetched when it is first used. */
export function OnDemand({ label, text, onClear, load, children }: OnDemandProps): ReactNode {
  const t = useT();
  const [used, setUsed] = useState(false);
  const id = useId();
  const closed = (
    <span id={id} className="eu-box eu-box-closed" data-empty={text === ''}>
      <button
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-controls={id}
        aria-busy={used}
        onPointerEnter={() => warm(load)}
        onFocus={() => warm(load)}
        onClick={() => setUsed(true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setUsed(true);
          }
        }}
      >
        <FilterLabel>{label}</FilterLabel>
        <span className="eu-box-text">{text || t('all')}</span>
        <DownOutlined className="eu-box-arrow" aria-hidden="true" />
      </button>
      {text === '' ? null : (
        <button type="button" className="eu-box-clear" aria-label={`${t('clear')} ${label}`} onClick={onClear}>
          <CloseCircleFilled />
        </button>
      )}
    </span>
  );
  return used ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
