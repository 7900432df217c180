import { BellOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import type { CellProps } from '../../entity-ui/cells/types.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { none } from '../../ui/format.ts';
import { StatusTag } from '../../ui/Values.tsx';
import { defineOverride } from '../../entity-ui/override.ts';
import { durationText, useAlarmCellTexts } from './texts.ts';
import './alarm.css';

/** D:AlarmHandleStatus of alarms that still want somebody. */
export const isOpen = (row: Readonly<Record<string, unknown>>): boolean => Number(row['handleStatus']) < 2;

/** The level in its colour; a table's row takes its tint from here. */
export function LevelTag({ level, open = false }: { readonly level: number; readonly open?: boolean }): ReactNode {
  const dict = useDictLookup();
  return (
    <span className="al-level" data-level={level} data-open={open}>
      {dict('AlarmLevel', level)?.name ?? level}
    </span>
  );
}

const LevelCell = ({ value, row }: CellProps): ReactNode => <LevelTag level={Number(value)} open={isOpen(row)} />;

/** The vehicle, by its VIN or frame number. */
function VinCell({ row }: CellProps): ReactNode {
  return (
    <RecordLink entity="vehicle" id={row['vehicleId']}>
      <span className="wh-num">{textOf(row['vin']) || textOf(row['frameNo']) || none}</span>
    </RecordLink>
  );
}

/** In a table the city is enough, and has a name in both languages. */
function PlaceCell({ row, value, place }: CellProps): ReactNode {
  const city = textOf(row['cityCodeName']);
  return <span>{place === 'list' && city !== '' ? city : textOf(value) || none}</span>;
}

function DurationCell({ value }: CellProps): ReactNode {
  const texts = useAlarmCellTexts();
  return <span className="wh-num">{durationText(texts, Number(value))}</span>;
}

/** The state, and what makes it urgent. */
function HandlingCell({ value, row }: CellProps): ReactNode {
  const texts = useAlarmCellTexts();
  const dict = useDictLookup();
  const item = dict('AlarmHandleStatus', textOf(value));
  return (
    <span className="al-handling">
      <StatusTag color={item?.color}>{item?.name ?? textOf(value)}</StatusTag>
      {Number(row['overdue']) === 1 ? (
        <ClockCircleOutlined className="al-late" aria-label={texts('overdue')} title={texts('overdue')} />
      ) : null}
      {Number(row['escalated']) === 1 ? (
        <BellOutlined className="al-late" aria-label={texts('escalated')} title={texts('escalated')} />
      ) : null}
      {Number(row['suppressed']) === 1 ? (
        <StopOutlined aria-label={texts('suppressed')} title={texts('suppressed')} />
      ) : null}
    </span>
  );
}

export const alarmOverride = defineOverride('alarm', {
  cell: { level: LevelCell, vin: VinCell, address: PlaceCell, duration: DurationCell, handleStatus: HandlingCell },
});

export const faultOverride = defineOverride('faultReport', { cell: { level: LevelCell, vin: VinCell } });
