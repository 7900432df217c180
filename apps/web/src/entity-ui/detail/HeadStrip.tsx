import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { hrefOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { pathUnder, type EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';
import { useDetailTexts } from './texts.ts';
import type { HeadAction, HeadCount } from './head.ts';
import './head.css';

type Shown = Pick<EntityUi, 'override'> & { readonly row: EntityRow };

/** How many records there are, as the way to exactly those. */
function Count({ count, row }: { readonly count: HeadCount; readonly row: EntityRow }): ReactNode {
  const texts = useDetailTexts();
  const query = count.query(row);
  const { data } = useCall(
    pathUnder<'list'>(count, 'list'),
    { page: 1, pageSize: 1, query: wireOf(query ?? {}) },
    { enabled: query !== undefined, inlineErrors: true },
  );
  if (query === undefined) return <span className="eu-head-value wh-num">0</span>;
  if (data === undefined) return <span className="eu-head-value wh-faint">{none}</span>;
  const { total, more } = data;
  const text = more === true ? `${formatNumber(total)}+` : formatNumber(total);
  return (
    <Link className="eu-head-value wh-num" data-some={total > 0 || undefined} to={hrefOf(count.page, query)}>
      {text}
      <span className="wh-visually-hidden"> {texts('showThese')}</span>
    </Link>
  );
}

/** Values of an address as calls take them. */
const wireOf = (query: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, key.endsWith('.in') ? value.split(',') : value]),
  );

/** What one looks for first, how old it is, and how much is open: one strip under the title of a record's page. */
export function HeadStrip({ override, row }: Shown): ReactNode {
  const pick = usePick();
  const can = useCan();
  const texts = useDetailTexts();
  const { facts = [], counts = [], age: Age } = override?.head ?? {};
  const counted = counts.filter(({ code }) => can(code));
  if (facts.length + counted.length === 0) return null;
  return (
    <section className="wh-section eu-head" aria-label={texts('atAGlance')}>
      <dl>
        {facts.map(({ key, label, component: Fact }) => (
          <div key={key} className="eu-head-fact">
            <dt>{pick(label)}</dt>
            <dd>
              <Suspense fallback={none}>
                <Fact row={row} />
              </Suspense>
            </dd>
          </div>
        ))}
        {counted.map((count) => (
          <div key={count.key} className="eu-head-count">
            <dt>{pick(count.label)}</dt>
            <dd>
              <Count count={count} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {Age === undefined ? null : <Age row={row} />}
    </section>
  );
}

/** A fact: its value, and in a second line what makes it understood. */
export const FactText = ({
  children,
  note,
}: {
  readonly children: ReactNode;
  readonly note?: ReactNode;
}): ReactNode => (
  <>
    <span className="eu-head-value">{children}</span>
    {note === undefined || note === null || note === '' ? null : <small>{note}</small>}
  </>
);

/** Ways to other pages, beside the title. */
export function HeadActions({ override, row }: Shown): ReactNode {
  const use = override?.head?.useActions;
  return use === undefined ? null : <Actions row={row} useActions={use} />;
}

function Actions({
  row,
  useActions,
}: {
  readonly row: EntityRow;
  readonly useActions: (row: EntityRow) => readonly HeadAction[];
}): ReactNode {
  const texts = useDetailTexts();
  const can = useCan();
  const pick = usePick();
  return useActions(row).map(({ key, label, icon, href, code, primary = false, refusal }) => {
    const reason = [code].flat().every(can) ? refusal && pick(refusal) : texts('noRight');
    const type = primary ? 'primary' : 'default';
    return reason === undefined ? (
      <LinkButton key={key} type={type} icon={icon} to={href}>
        {pick(label)}
      </LinkButton>
    ) : (
      <ReasonButton key={key} type={type} icon={icon} reason={reason}>
        {pick(label)}
      </ReasonButton>
    );
  });
}
