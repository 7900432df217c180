import { BellOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { none } from '../../ui/format.ts';
import { Identity, StatusTag } from '../../ui/Values.tsx';
import { type CellPropsOf, defineOverride } from '../../entity-ui/override.ts';
import { useAlarmCellTexts } from './cell-texts.ts';
import './alarm.css';

/** D:AlarmHandleStatus of alarms that still want somebody. */
export const isOpen = ({ handleStatus }: Pick<ListRowOf<'alarm'>, 'handleStatus'>): boolean => Number(handleStatus) < 2;

/** The level in its colour; the edge of a table's row has it too. */
export function LevelTag({ level, open = false }: { readonly level: number; readonly open?: boolean }): ReactNode {
  const dict = useDictLookup();
  return (
    <span className="al-level" data-level={level} data-open={open}>
      {dict('AlarmLevel', level)?.name ?? level}
    </span>
  );
}

const LevelCell = ({ value, row }: CellPropsOf<'alarm'>): ReactNode => (
  <LevelTag level={Number(value)} open={isOpen(row)} />
);

const FaultLevelCell = ({ value }: CellPropsOf<'faultReport'>): ReactNode => <LevelTag level={Number(value)} />;

/** The vehicle, by its VIN or frame number. */
function VinCell({ row }: { readonly row: Pick<ListRowOf<'alarm'>, 'vehicleId' | 'vin' | 'frameNo'> }): ReactNode {
  return (
    <RecordLink entity="vehicle" id={row.vehicleId}>
      <Identity value={textOf(row.vin) || textOf(row.frameNo) || none} />
    </RecordLink>
  );
}

/** In a table the city is enough, and has a name in both languages. */
function PlaceCell({ row, value, place }: CellPropsOf<'alarm'>): ReactNode {
  const city = textOf(row.cityCodeName);
  return <span>{place === 'list' && city !== '' ? city : textOf(value) || none}</span>;
}

/** The state, and what makes it urgent. */
function HandlingCell({ value, row }: CellPropsOf<'alarm'>): ReactNode {
  const texts = useAlarmCellTexts();
  const dict = useDictLookup();
  const item = dict('AlarmHandleStatus', textOf(value));
  return (
    <span className="al-handling">
      <StatusTag color={item?.color}>{item?.name ?? textOf(value)}</StatusTag>
      {Number(row.overdue) === 1 ? (
        <ClockCircleOutlined className="al-late" aria-label={texts('overdue')} title={texts('overdue')} />
      ) : null}
      {Number(row.escalated) === 1 ? (
        <BellOutlined className="al-late" aria-label={texts('escalated')} title={texts('escalated')} />
      ) : null}
      {Number(row.suppressed) === 1 ? (
        <StopOutlined aria-label={texts('suppressed')} title={texts('suppressed')} />
      ) : null}
    </span>
  );
}

export const alarmOverride = defineOverride('alarm', {
  cell: { level: LevelCell, vin: VinCell, address: PlaceCell, handleStatus: HandlingCell },
});

export const faultOverride = defineOverride('faultReport', { cell: { level: FaultLevelCell, vin: VinCell } });
