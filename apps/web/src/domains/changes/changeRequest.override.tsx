import { IdcardOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import type { FieldChange } from '@wheelhouse/contract/calls/access/logs';
import { listOf, recordOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { attempt } from '../../api/attempt.ts';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { type AskProps, defineOverride } from '../../entity-ui/override.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import { Section } from '../../ui/Layout.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { Changes } from '../access/logs/Changes.tsx';

const ImagePreview = dialogPart(() => import('../../entity-ui/files/ImagePreview.tsx'));

const texts = {
  changes: { zh: '变更内容', en: 'What is changed' },
  proof: { zh: '身份证照片', en: 'ID card photos' },
  picture: { zh: '查看第{n}张（将记录）', en: 'View photo {n} (logged)' },
} as const satisfies Texts;

type Request = RowOf<'changeRequest'>;

function isChange(value: unknown): value is FieldChange {
  const { field } = recordOf(value);
  return typeof field === 'string';
}

/** What the server has written: field by field. */
function changesOf({ changes }: Request): readonly FieldChange[] {
  const { fields } = recordOf(changes);
  return Array.isArray(fields) ? fields.filter(isChange) : [];
}

/** Whose fields a request changes, by what it is about; of others the server has written the values as people read them. */
const entityOfKind: Readonly<Record<number, string>> = {
  [codes.ChangeKind.dictionary]: 'itemCode',
  [codes.ChangeKind.raffle]: 'raffleActivity',
};

/** Before and after of every field, as it will be done. */
const Content = ({ row }: { readonly row: Request }): ReactNode => (
  <Changes entityName={entityOfKind[Number(row.kind)] ?? null} changes={changesOf(row)} />
);

/** Pictures of an identity: each is loaded when somebody asks for it, which the server logs. */
function Pictures({ row }: { readonly row: Request }): ReactNode {
  const t = useTexts(texts);
  const can = useCan();
  const dialogs = useDialogs();
  const ids = listOf(row.idImages);
  if (ids.length === 0 || !can('changeRequest.audit')) return null;
  const show = async (fileId: string): Promise<void> => {
    const shown = await attempt(call('/system/crm/changeRequest/proof', { id: row.id, fileId }));
    if (shown !== undefined)
      void dialogs.open((close) => <ImagePreview urls={[shown.url]} start={0} onClose={() => close(null)} />);
  };
  return (
    <Section title={t('proof')}>
      <Space wrap>
        {ids.map((fileId, at) => (
          <Button key={fileId} icon={<IdcardOutlined aria-hidden="true" />} onClick={() => void show(fileId)}>
            {t('picture', { n: at + 1 })}
          </Button>
        ))}
      </Space>
    </Section>
  );
}

function Lead({ row }: { readonly row: Request }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      <Section title={t('changes')}>
        <Content row={row} />
      </Section>
      <Pictures row={row} />
    </>
  );
}

/** What is approved stands in the question. */
function ApproveAsk({ ids: [id = ''] }: AskProps): ReactNode {
  const { data } = useCall('/system/crm/changeRequest/detail', { id }, { inlineErrors: true });
  return data === undefined ? null : <Content row={data} />;
}

/** Changes that wait for a second person: what they are, field by field. */
const changeRequestOverride = defineOverride('changeRequest', {
  lead: Lead,
  asks: { approve: ApproveAsk },
  cell: { subject: ({ value }) => <span className="wh-num">{textOf(value)}</span> },
});

export { changeRequestOverride as default };
