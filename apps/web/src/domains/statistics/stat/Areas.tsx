import type { StatCard, StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAreaName } from '../../../entity-ui/areas.ts';
import { usePick } from '../../../i18n/lang.ts';
import { part as partOf } from '../../../ui/part.tsx';
import { EmptyState, LoadingState } from '../../../ui/States.tsx';
import { Bars } from './Bars.tsx';
import { provinceOf, provincesOf } from './provinces.ts';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const AreaMap = partOf(() => import('./AreaMap.tsx'));
/** Rows beside the map, as high as it is. */
const besideMap = 15;

interface AreasProps extends Shown {
  readonly part: Part;
  readonly rows: readonly StatRow[];
  readonly totals: readonly StatCard[];
}

const areaOf = (row: StatRow, by: string): string | undefined =>
  row[by] === null || row[by] === undefined ? undefined : String(row[by]);

/** Numbers of cities: a map of the provinces and their table; a province opens its cities, and a city leads to its records. */
export function Areas({ part, rows, totals, ...shown }: AreasProps): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const navigate = useNavigate();
  const areaName = useAreaName();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const [by = ''] = part.by;
  const [measure = ''] = part.measures;
  const [chosen, choose] = useState<string>();
  const within = rows.filter((row) => chosen !== undefined && areaOf(row, by)?.startsWith(chosen.slice(0, 2)));
  // Other days or filters may have nothing there.
  const province = within.length === 0 ? undefined : chosen;
  const provinces = useMemo(() => provincesOf(rows, by, measure), [rows, by, measure]);
  const listed = province === undefined ? provinces : within;
  const numbers = new Map(
    listed.map((row) => {
      const n = Number(String(row[measure]).replace(/^\D/, ''));
      return [areaOf(row, by) ?? '', { n: Number.isFinite(n) ? n : 0, text: say.number(measure, row[measure]) }];
    }),
  );
  const toRecords = (row: StatRow): void => {
    const href = drill(measure, cellOf(part, row));
    if (href !== undefined) void navigate(href);
  };
  const open = (id: string): void => {
    const [only, ...others] = rows.filter((row) => areaOf(row, by)?.startsWith(id.slice(0, 2)));
    // A city that is a province of its own has nothing to open.
    if (
      only !== undefined &&
      others.length === 0 &&
      municipalities.has(id) &&
      drill(measure, cellOf(part, only)) !== undefined
    )
      toRecords(only);
    else choose(id);
  };
  const pickArea = (id: string): void => {
    const city = province === undefined ? undefined : within.find((row) => areaOf(row, by) === id);
    if (city !== undefined) toRecords(city);
    else if (province === undefined) open(id);
  };
  if (rows.length === 0) return <EmptyState small title={t('nothing')} />;
  return (
    <div className="st-areas">
      <div>
        <nav aria-label={pick(part.title)} className="st-crumbs">
          {province === undefined ? (
            <span aria-current="true">{t('country')}</span>
          ) : (
            <>
              <button type="button" className="wh-link-button" onClick={() => choose(undefined)}>
                {t('country')}
              </button>
              <span aria-hidden="true"> / </span>
              <span aria-current="true">{areaName(province) ?? province}</span>
            </>
          )}
        </nav>
        <Suspense fallback={<LoadingState small />}>
          <AreaMap label={pick(part.title)} province={province} numbers={numbers} onPick={pickArea} />
        </Suspense>
      </div>
      <div>
        <Bars
          {...shown}
          key={province ?? ''}
          few={besideMap}
          part={province === undefined ? { ...part, measures: [measure] } : part}
          rows={listed}
          totals={province === undefined ? totals : []}
          {...(province === undefined && { onOpen: (row: StatRow) => open(provinceOf(areaOf(row, by) ?? '')) })}
        />
      </div>
    </div>
  );
}

const municipalities: ReadonlySet<string> = new Set(['110000', '120000', '310000', '500000', '810000', '820000']);
