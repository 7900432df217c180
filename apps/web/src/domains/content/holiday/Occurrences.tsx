import { Form } from 'antd';
import { useId, type ReactNode } from 'react';
import {
  dateFault,
  nextOccurrences,
  type HolidayDates,
  type Occurrence,
} from '@wheelhouse/entities/content/holiday-dates';
import { holidayDatesOf } from '@wheelhouse/entities/content/holiday-voice';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useHolidayTexts } from './texts.ts';
import './holiday.css';

function Days({ from, to, remarks }: Occurrence): ReactNode {
  const words = useHolidayTexts();
  return (
    <li>
      <span className="wh-num">{from === to ? from : words('period', { from, to })}</span>
      {remarks.map((remark) => (
        <span key={remark} className="wh-faint">
          {words(remark)}
        </span>
      ))}
    </li>
  );
}

/** The solar days on which a holiday falls in the next years, as the server reckons them. */
function Occurrences(dates: HolidayDates): ReactNode {
  const words = useHolidayTexts();
  const title = useId();
  const found = nextOccurrences(dates);
  return (
    <section className="hol-days" aria-labelledby={title} aria-live="polite">
      <span id={title} className="wh-faint">
        {words(found.length === 0 ? 'none' : 'result')}
      </span>
      {found.length === 0 ? null : (
        <ul>
          {found.map((one) => (
            <Days key={`${one.from} ${one.to}`} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Under the dates of the form, as they are typed; what is not a date yet has no result. */
export function FormOccurrences(): ReactNode {
  const form = Form.useFormInstance();
  const dateMode: unknown = Form.useWatch('dateMode', { form, preserve: true });
  const dates: unknown = Form.useWatch('dates', { form, preserve: true });
  const given = holidayDatesOf({ dateMode, dates });
  const isAny = given.dates.some((text) => dateFault(given.dateMode, text) === undefined);
  return <div className="eu-wide">{isAny ? <Occurrences {...given} /> : null}</div>;
}

/** Of a record. */
export function RecordOccurrences({ row }: { readonly row: RowOf<'holidayVoice'> }): ReactNode {
  return <Occurrences {...holidayDatesOf(row)} />;
}
