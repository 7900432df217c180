import { formatDay } from '@wheelhouse/contract/time';
import { daysOfReport } from '@wheelhouse/entities/statistics/report-schedule';
import { usualGranularity } from '@wheelhouse/entities/statistics/period';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Answered, Picture, Rows, Sums, useExplored } from './Result.tsx';
import { chartOf, questionOf, type Exploration, type Question } from './model.ts';
import { useExplorations } from './useExplorations.ts';
import './explore.css';

/** A saved exploration on the dashboard, in the days it is about. Nothing where it is gone, or not for this user any more. */
export default function ExplorationCard({ id }: { readonly id: string }): ReactNode {
  const row = useExplorations().list?.find((one) => one.id === id);
  const question = row && questionOf(row);
  return row === undefined || question === undefined ? null : <Found row={row} question={question} />;
}

function Found({ row, question }: { readonly row: Exploration; readonly question: Question }): ReactNode {
  const { open } = usePage();
  const [today] = useState(() => formatDay(new Date()));
  const days = daysOfReport(row.period, today);
  const asked = { days, granularity: usualGranularity(days), filters: question.filters };
  const title = { zh: row.name, en: row.name };
  const explored = useExplored({ question, asked, title });
  const shown = { question, asked, title };
  return (
    <Section title={<Link to={hrefOf('exploreStatistics', { open: row.id })}>{row.name}</Link>}>
      <Answered explored={explored}>
        {(answer) =>
          question.by.length === 0 ? (
            <Sums question={question} asked={asked} answer={answer} />
          ) : chartOf(question) === 'table' ? (
            <Rows {...shown} answer={answer} />
          ) : (
            <Picture {...shown} answer={answer} onDays={() => open('exploreStatistics', { open: row.id })} />
          )
        }
      </Answered>
    </Section>
  );
}
