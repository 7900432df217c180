import type { ShareCounts, SharedObject, Sharer } from '@wheelhouse/contract/calls/events/shares';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { useDetailHref } from '../../../routing/entity-routes.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import type { ShareQuery } from './query.ts';
import { useShareTexts } from './texts.ts';
import './share.css';

const [mostObjects, mostSharers] = [20, 100];
const height = 360;

function SharerLink({ sharer: { userId, nickname } }: { readonly sharer: Sharer }): ReactNode {
  const href = useDetailHref()('appUser', userId);
  return href === undefined ? nickname : <Link to={href}>{nickname}</Link>;
}

/** What is shared most, and who shares most: by how often the links were opened. */
export function Ranks({ query }: { readonly query: ShareQuery }): ReactNode {
  const t = useShareTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall(
    '/act/crm/share/rank',
    { query },
    { inlineErrors: true, keepPrevious: true },
  );
  const retry = (): void => void refetch();
  const counts = <Row extends ShareCounts>(): TableColumn<Row>[] =>
    (['shares', 'visits', 'newUsers'] as const).map((key) => ({
      key,
      label: t(key),
      align: 'end',
      num: true,
      render: (row) => formatNumber(row[key]),
    }));
  const place = { key: 'place', label: t('place'), num: true, render: (_row: unknown, at: number) => at + 1 } as const;
  const nameOf = ({ shareObject, objectName }: SharedObject): string => {
    const kind = dict('ShareObject', shareObject)?.name ?? String(shareObject);
    return objectName === null || objectName === kind ? kind : `${kind} · ${objectName}`;
  };
  return (
    <div className="ov-share-pair" data-even="true">
      <Section title={t('objects', { n: mostObjects })} flush>
        <DataTable<SharedObject>
          label={t('objects', { n: mostObjects })}
          rows={data?.objects}
          error={error}
          onRetry={retry}
          rowKey={({ shareObject, objectId }) => `${shareObject} ${objectId}`}
          empty={t('nothing')}
          dense
          height={height}
          columns={[
            place,
            { key: 'object', label: t('object'), head: true, render: nameOf },
            ...counts<SharedObject>(),
          ]}
        />
      </Section>
      <Section title={t('users', { n: mostSharers })} flush>
        <DataTable<Sharer>
          label={t('users', { n: mostSharers })}
          rows={data?.sharers}
          error={error}
          onRetry={retry}
          rowKey={({ userId }) => userId}
          empty={t('nothing')}
          dense
          height={height}
          columns={[
            place,
            { key: 'user', label: t('user'), head: true, render: (sharer) => <SharerLink sharer={sharer} /> },
            { key: 'mobile', label: t('mobile'), num: true, render: ({ mobile }) => mobile ?? none },
            ...counts<Sharer>(),
          ]}
        />
      </Section>
    </div>
  );
}
