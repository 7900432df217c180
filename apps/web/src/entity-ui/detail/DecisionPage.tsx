import { useState, type ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';
import { DetailBar, type DetailBarProps } from './DetailBar.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { RecordSections } from './Sections.tsx';
import { StateTags } from './StateTags.tsx';
import '../entity-ui.css';
import './decision.css';

export interface DecisionPageProps extends Omit<DetailBarProps, 'open' | 'primary'> {
  /** State fields beside the title; default: those of its machines. */
  readonly states?: readonly string[];
  /** Fields in the line under the title: what the decision is about, at a glance. */
  readonly facts: readonly string[];
  /** After the facts: what no field says. */
  readonly more?: ReactNode;
  /** Notices before everything else: `Alert`s. */
  readonly notices?: ReactNode;
  /** Evidence for the decision, before the record's own fields. */
  readonly evidence?: ReactNode;
  /** After the record's own fields: rarely needed blocks. */
  readonly raw?: ReactNode;
  /** What has happened and what comes next: `RecordSteps` or `RecordLog`. */
  readonly steps: ReactNode;
  /** Under the steps: who and what the record is about. */
  readonly around?: ReactNode;
  /** Under both columns: tables of related records. */
  readonly below?: ReactNode;
  /** Hides the changes of its fields: for records whose steps show them all. */
  readonly withoutHistory?: boolean;
}

const stepsShown = 2;

/** Changes are loaded when the user opens them. */
function FoldedHistory({ entity, id }: { readonly entity: EntityDef; readonly id: string }): ReactNode {
  const texts = useEntityTexts();
  const [opened, setOpened] = useState(false);
  return (
    <details className="wh-section" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className="wh-section-head">
        <h2>{texts('history')}</h2>
      </summary>
      <div className="wh-section-body">{opened ? <History entity={entity} id={id} /> : null}</div>
    </details>
  );
}

/**
 * The page of a record that somebody decides about: facts and states on top, the next steps at the right, what must be known first; then
 * evidence and fields beside steps and surroundings. Inside `RecordPage`.
 * @for the page of a record that a user decides about: in `RecordPage`; facts, states, next steps, fields and history come from the definition, slots
 * hold the rest: `unbind/unbindManageDetail.page.tsx`
 */
export function DecisionPage({
  states,
  facts,
  more,
  notices,
  evidence,
  raw,
  steps,
  around,
  below,
  withoutHistory = false,
  ...bar
}: DecisionPageProps): ReactNode {
  const titleOf = useTitleOf();
  const { entity, override, row } = bar;
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{titleOf(entity, row)}</span>}
        extra={<StateTags entity={entity} override={override} row={row} names={states} />}
        description={
          <span className="eu-facts">
            <Facts entity={entity} override={override} row={row} names={facts} />
            {more}
          </span>
        }
        actions={<DetailBar {...bar} open={stepsShown} primary />}
      />
      {notices}
      <div className="eu-decision">
        <div className="eu-stack">
          {evidence}
          <RecordSections entity={entity} override={override} row={row} filled />
          {raw}
        </div>
        <div className="eu-stack eu-decision-side">
          {steps}
          {around}
          {withoutHistory ? null : <FoldedHistory entity={entity} id={row.id} />}
        </div>
      </div>
      {below}
    </PageBody>
  );
}
