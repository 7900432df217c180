import type { ReactNode } from 'react';
import { shownAs } from '@wheelhouse/entities';
import { usePick, type Text } from '../../i18n/lang.ts';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { isEmpty, refName, textOf, type EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';
import { useValueText } from '../value-text.ts';

/** A step of a record's life, by the names of its fields. */
export interface Step<Name extends string = string> {
  readonly label: Text;
  /** When it was: without it the step is not shown. */
  readonly time: Name;
  /** Who made it: the first field with a value. */
  readonly by?: readonly (Name | 'createBy')[];
  /** Reason and remark. */
  readonly text?: readonly Name[];
  /** For a future step: whether it is still to come, by the record. */
  readonly ahead?: (row: EntityRow) => boolean;
}

/**
 * How far a record has come, and what comes next, read from its fields.
 * @for the steps of a record: given the names of its fields: `domains/binding/unbind/steps.ts`
 */
export function RecordSteps({
  entity,
  row,
  steps,
}: Pick<EntityUi, 'entity'> & { readonly row: EntityRow; readonly steps: readonly Step[] }): ReactNode {
  const pick = usePick();
  const valueText = useValueText();
  const said = (name: string): string | undefined =>
    isEmpty(row[name]) ? undefined : valueText(shownAs(entity, name), row[name], row, name);
  // A hidden user has an id and no name.
  const who = (name: string): string | undefined =>
    shownAs(entity, name).kind === 'ref' ? refName(row, name) : said(name);
  return (
    <Timeline>
      {steps
        .filter(({ time, ahead }) => !isEmpty(row[time]) && ahead?.(row) !== false)
        .map(({ label, time, by = [], text = [], ahead }) => (
          <TimelineEntry
            key={label.en}
            title={pick(label)}
            actor={by.map(who).find(Boolean)}
            time={<DateTime value={textOf(row[time])} />}
            text={text.map(said).filter(Boolean).join(' · ')}
            tone="primary"
            ahead={ahead !== undefined}
          />
        ))}
    </Timeline>
  );
}
