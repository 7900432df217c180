import { EllipsisOutlined, MoreOutlined } from '@ant-design/icons';
import type { EntityDef } from '@wheelhouse/entities';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { hereStore, type ActionHere } from './here.ts';
import type { RecordAction } from './record-actions.ts';
import type { RecordActions } from './useRecordActions.tsx';
import { useRefused } from './useRefused.ts';

/** A menu entry besides the record's actions: another page, or a dialog. */
export interface MenuExtra {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Why it is not possible now. */
  readonly disabled?: string | undefined;
  readonly run: () => void;
}

export interface ActionBarProps {
  readonly place: 'row' | 'detail';
  readonly row: EntityRow;
  /** Absent: read only. */
  readonly actions: RecordActions | undefined;
  /** Number of next steps shown as buttons; the others are in the menu. */
  readonly open: number;
  /** The first one is the primary button. */
  readonly primary?: boolean;
  /** Actions that have their button elsewhere on the page. */
  readonly without?: readonly string[];
  readonly extras?: readonly MenuExtra[];
  /** Ways to look and edit: before the steps of a row, after those of a detail. */
  readonly children?: ReactNode;
  /** Name of the menu; default: more. */
  readonly menuLabel?: string;
}

/** Next steps in their order, the dangerous ones last. */
function stepsOf(
  offered: readonly RecordAction[],
  isPossible: (action: RecordAction) => boolean,
): readonly RecordAction[] {
  const next = offered.filter((action) => (action.next ?? !action.danger) && isPossible(action));
  return [...next.filter(({ danger }) => !danger), ...next.filter(({ danger }) => danger)];
}

/** Lets the search offer the actions of the record whose page this is; `entity` is absent where it is no page of one. */
function useOfferedHere(entity: EntityDef | undefined, row: EntityRow, actions: () => readonly ActionHere[]): void {
  const titleOf = useTitleOf();
  useEffect(() => {
    if (entity === undefined) return undefined;
    const here = { title: titleOf(entity, row), actions: actions() };
    hereStore.set(here);
    return () => {
      if (hereStore.get() === here) hereStore.set(null);
    };
  });
}

/** Actions of a record: the next steps as buttons, the rest in a menu, where an action that is not possible shows why, as the server says it (`POST <base>/may`); steps of other states are left out. */
export function ActionBar({
  place,
  row,
  actions,
  open,
  primary = false,
  without = [],
  extras = [],
  children,
  menuLabel,
}: ActionBarProps): ReactNode {
  const t = useT();
  const pick = usePick();
  const offered = (actions?.offered(place, row) ?? []).filter(({ key }) => !without.includes(key));
  const isRow = place === 'row';
  const [asks, setAsks] = useState(false);
  const { refused, askAgain } = useRefused(actions?.entity, row, offered.length > 0 && (asks || !isRow));
  const ownReason = (action: RecordAction): string | undefined => actions?.reason(action, row);
  const reason = (action: RecordAction): string | undefined => ownReason(action) ?? refused[action.key]?.message;
  // Chosen by the row alone: no button jumps when the server has answered.
  const steps = stepsOf(offered, (action) => ownReason(action) === undefined).slice(0, open);
  const folded = offered.filter((action) => !steps.includes(action) && action.moot?.(row) !== true);
  const run = (action: RecordAction): void => void actions?.run(action, [row]);
  useOfferedHere(isRow ? undefined : actions?.entity, row, () =>
    [...steps, ...folded].map((action) => ({
      label: action.label,
      reason: reason(action),
      run: () => run(action),
    })),
  );
  const options = [
    ...extras.map(({ run: _run, ...option }) => option),
    ...folded.map((action) => ({
      key: action.key,
      label: pick(action.label),
      danger: action.danger,
      disabled: reason(action),
    })),
  ];
  const choose = (key: string): void => {
    const action = folded.find((one) => one.key === key);
    if (action === undefined) extras.find((one) => one.key === key)?.run();
    else run(action);
  };
  const buttons = steps.map((action, at) => {
    const type = primary && at === 0 ? 'primary' : 'default';
    const why = reason(action);
    return isRow ? (
      <button key={action.key} type="button" className="wh-link-button" onClick={() => run(action)}>
        {pick(action.label)}
      </button>
    ) : why === undefined ? (
      <Button key={action.key} type={type} danger={action.danger} onClick={() => run(action)}>
        {pick(action.label)}
      </Button>
    ) : (
      <ReasonButton key={action.key} reason={why}>
        {pick(action.label)}
      </ReasonButton>
    );
  });
  return (
    <span className={isRow ? 'eu-row-actions' : 'eu-detail-actions'}>
      {isRow ? children : null}
      {buttons}
      {isRow ? null : children}
      {options.length === 0 ? null : (
        <MenuButton
          className={isRow ? 'wh-icon-button' : 'eu-more'}
          label={menuLabel ?? t('more')}
          options={options}
          onOpen={() => (asks || !isRow ? askAgain() : setAsks(true))}
          onSelect={choose}
        >
          {isRow ? <MoreOutlined /> : <EllipsisOutlined />}
        </MenuButton>
      )}
    </span>
  );
}
