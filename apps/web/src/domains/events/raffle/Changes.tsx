import type { ReactNode } from 'react';
import type { RaffleChange } from '@wheelhouse/contract/calls/events/raffles';
import { raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { shownAs, type StoredField } from '@wheelhouse/entities';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { TextChanges } from '../../../entity-ui/detail/VersionChanges.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useValueText } from '../../../entity-ui/value-text.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { usePick } from '../../../i18n/lang.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { DateTime, LabelTag } from '../../../ui/Values.tsx';
import { oddsOf } from '@wheelhouse/entities/events/raffle-pool';
import { percentOf } from './pool.ts';
import { useRaffleTexts } from './texts.ts';

const entity = plain(raffleActivity);
const texts: ReadonlySet<string> = new Set(['text', 'longText', 'richText']);

type Item = RaffleChange['items'][number];

/** The field that an item is about; undefined for a cell of the pool, which names its column. */
const fieldOf = (name: string): StoredField | undefined => (name in entity.fields ? shownAs(entity, name) : undefined);

/** A value of an item: odds in percent, everything else as its field shows it. */
function useItemText(): (item: Item, value: unknown) => string {
  const valueText = useValueText();
  const t = useEntityTexts();
  return ({ field }, value) => {
    const own = fieldOf(field);
    if (own !== undefined) return valueText(own, value);
    const column = field.split('.').at(-1);
    if (column === 'probability') return percentOf(oddsOf(value));
    return column === 'displayImage' ? t('file') : valueText({ kind: 'int' }, value);
  };
}

function Items({ items }: Pick<RaffleChange, 'items'>): ReactNode {
  const pick = usePick();
  const text = useItemText();
  return (
    <dl className="eu-diff">
      {items.map((item) => {
        const { field, label, labelEn, before, after } = item;
        const kind = fieldOf(field)?.kind ?? '';
        return (
          <div key={field}>
            <dt>{pick({ zh: label, en: labelEn })}</dt>
            <dd>
              {texts.has(kind) ? (
                <div className="eu-version-changes">
                  <TextChanges rich={kind === 'richText'} before={textOf(before)} after={textOf(after)} />
                </div>
              ) : (
                <>
                  <del>{text(item, before)}</del>
                  <span aria-hidden="true">→</span>
                  <ins>{text(item, after)}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What has changed since an event was approved: who asked, who agreed, why, and from what to what. */
export default function Changes({ row }: { readonly row: RowOf<'raffleActivity'> }): ReactNode {
  const t = useRaffleTexts();
  const { data, error, refetch } = useCall('/act/crm/raffleActivity/changes', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState title={t('noChanges')} />;
  return (
    <Timeline label={t('changes')}>
      {data.map(({ time, oddsVersion, askedBy, approvedBy, reason, lowers, items }, at) => (
        <TimelineEntry
          key={at}
          title={t('changed')}
          tags={
            <>
              {lowers === 1 ? <LabelTag color="warning">{t('lowers')}</LabelTag> : null}
              <LabelTag>{t('version', { n: oddsVersion })}</LabelTag>
            </>
          }
          actor={[
            ...(askedBy === null ? [] : [t('askedBy', { name: askedBy })]),
            ...(approvedBy === null ? [] : [t('approvedBy', { name: approvedBy })]),
          ].join(t('comma'))}
          time={<DateTime value={time} />}
          text={reason}
        >
          <Items items={items} />
        </TimelineEntry>
      ))}
    </Timeline>
  );
}
