import { keysOf } from '@wheelhouse/contract/object';
import { formatDay } from '@wheelhouse/contract/time';
import { domains } from '@wheelhouse/entities/domains';
import type { ReactNode } from 'react';
import { useCall } from '../../../../api/query.ts';
import { LinkButton } from '../../../../entity-ui/LinkButton.tsx';
import { usePick, type Text } from '../../../../i18n/lang.ts';
import { useShownChanges } from '../../../access/logs/Changes.tsx';
import { operationColumns, type OperationEntry } from '../../../access/logs/columns.tsx';
import { LogTable } from '../../../access/logs/LogTable.tsx';
import { logPaths } from '../../../access/logs/paths.ts';
import { hrefOf, usePage } from '../../../../routing/page.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { PageBody, PageHeader, Section } from '../../../../ui/Layout.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { changesTexts, useChangesTexts } from './texts.ts';
import '../../../../entity-ui/entity-ui.css';
import './changes.css';

const domainNames: Readonly<Record<string, Text>> = domains;
const dayMs = 86_400_000;
const rows = 20;
const dayAgo = (days: number): string => formatDay(new Date(Date.now() - days * dayMs));

/** Periods to choose from, by their first day. */
const periods = { yesterday: 1, today: 0, week: 6, month: 29 } as const;
type Period = keyof typeof periods;
const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text);

/** Columns of the operation log that say what changed; all of them succeeded. */
const shown: ReadonlySet<string> = new Set(['time', 'user', 'object', 'action']);
const columns = operationColumns.filter(({ key }) => shown.has(key));

interface Choice {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
}

/** Numbers that narrow the list below; the chosen one is pressed. */
function Counts({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | null;
  readonly onChoose: (key: string | undefined) => void;
}): ReactNode {
  const most = Math.max(1, ...choices.map(({ count }) => count));
  const isChosen = (key: string): boolean => key === chosen;
  return (
    <Section title={label}>
      <ul className="db-changes-counts" aria-label={label}>
        {choices.map(({ key, label: name, count }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={isChosen(key)}
              disabled={key === ''}
              onClick={() => onChoose(isChosen(key) ? undefined : key)}
            >
              <span>{name}</span>
              <strong className="wh-num">{formatNumber(count)}</strong>
              <i style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What changed lately on all records that the user may see: by day, by domain, by person, and one by one. */
export default function Changes(): ReactNode {
  const texts = useChangesTexts();
  const pick = usePick();
  const page = usePage();
  const more = useShownChanges();
  const asked = page.search.get('period');
  const period: Period = isPeriod(asked) ? asked : 'yesterday';
  const [day, domain, userId] = ['day', 'domain', 'userId'].map((name) => page.search.get(name));
  const at = Number(page.search.get('page') ?? 1);
  const set = (change: Readonly<Record<string, string | number | undefined>>): void =>
    page.setSearch({ view: 'changes', period, day, domain, userId, page: undefined, ...change }, { replace: true });
  const whole = { from: dayAgo(periods[period]), to: dayAgo(0) };
  const narrowed = {
    ...(day ? { from: day, to: day } : whole),
    ...(domain && { domain }),
    ...(userId && { userId }),
  };
  const { data: all } = useCall(logPaths.changes, { ...whole, page: 1, pageSize: 1 }, { keepPrevious: true });
  const numbers = all?.summary;
  return (
    <PageBody>
      <PageHeader
        title={texts('title')}
        description={texts('hint')}
        actions={
          <>
            <Segments
              label={texts('period')}
              options={keysOf(periods).map((key) => ({ key, label: texts(key) }))}
              value={period}
              onChange={(next) => set({ period: next, day: undefined })}
            />
            <LinkButton to={hrefOf('dashboard')}>{texts('back')}</LinkButton>
          </>
        }
      />
      <div className="db-changes">
        <div className="eu-stack">
          <Counts
            label={texts('byDay')}
            choices={(numbers?.byDay ?? []).map((one) => ({ key: one.day, label: one.day, count: one.count }))}
            chosen={day ?? null}
            onChoose={(key) => set({ day: key })}
          />
          <Counts
            label={texts('byDomain')}
            choices={(numbers?.byDomain ?? []).map((one) => ({
              key: one.domain,
              label: pick(domainNames[one.domain] ?? changesTexts.system),
              count: one.count,
            }))}
            chosen={domain ?? null}
            onChoose={(key) => set({ domain: key })}
          />
          <Counts
            label={texts('byPerson')}
            choices={(numbers?.byPerson ?? []).map((one) => ({
              key: one.userId ?? '',
              label: one.name ?? texts('system'),
              count: one.count,
            }))}
            chosen={userId ?? null}
            onChoose={(key) => set({ userId: key })}
          />
        </div>
        <LogTable<OperationEntry>
          path={logPaths.changes}
          label={changesTexts.list}
          body={narrowed}
          columns={columns}
          more={more}
          page={Number.isSafeInteger(at) && at > 0 ? at : 1}
          size={rows}
          onPage={(next) => set({ page: next === 1 ? undefined : next })}
          filtered={Boolean(day ?? domain ?? userId)}
        />
      </div>
    </PageBody>
  );
}
