import { PrinterOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { ActionBar, type ActionBarProps } from '../actions/ActionBar.tsx';
import { EditButton } from '../actions/EditButton.tsx';
import { useLinks } from '../actions/useLinks.ts';
import type { EntityUi } from '../override.ts';
import { useDetailTexts } from './texts.ts';
import { Button } from '../../ui/Button.tsx';
import { HeadActions } from './HeadStrip.tsx';

export type DetailBarProps = EntityUi &
  Pick<ActionBarProps, 'row' | 'actions' | 'open' | 'primary' | 'without' | 'extras'> & {
    /** Buttons of its own that are always in view. */
    readonly ways?: ReactNode;
  };

/**
 * The action bar of a record's page: its steps, the way to edit it, the pages it can be taken to, and print.
 * @for the buttons of a record: `RowActions` in a row; an action that is not possible shows why, and says `next` where `danger` does not decide
 * whether it is a button
 */
export function DetailBar({
  entity,
  override,
  row,
  extras = [],
  primary = false,
  ways,
  ...rest
}: DetailBarProps): ReactNode {
  const texts = useDetailTexts();
  const links = useLinks({ override }, row);
  const next = links.filter((link) => link.next);
  const hasWays = override?.head?.useActions !== undefined;
  return (
    <ActionBar
      {...rest}
      place="detail"
      row={row}
      primary={primary && next.length === 0}
      extras={[
        ...links.filter((link) => !link.next),
        ...extras,
        { key: 'print', label: texts('print'), icon: <PrinterOutlined />, run: () => window.print() },
      ]}
    >
      <HeadActions override={override} row={row} />
      {ways}
      {next.map(({ key, label, run }) => (
        <Button key={key} type="primary" onClick={run}>
          {label}
        </Button>
      ))}
      <EditButton entity={entity} override={override} row={row} primary={!primary && !hasWays && next.length === 0} />
    </ActionBar>
  );
}
