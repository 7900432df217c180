import { CopyOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { type AskProps, defineOverride, type CellPropsOf } from '../../../entity-ui/override.ts';
import { queryOf } from '../../../routing/page.ts';
import { PackageInput } from './PackageInput.tsx';
import { useAppVersionTexts } from './texts.ts';

/** D:PublishStatus of a draft and of what was withdrawn, D:IosReviewStatus of what the store approved. */
const [draft, withdrawn, approved] = [0, 3, 2];

/** A build number names a build: its digits are not grouped. */
const CodeCell = ({ value }: CellPropsOf<'appVersion'>): ReactNode => <span className="wh-num">{textOf(value)}</span>;

/** What to know before a version for iOS is published. */
function StoreNote({ row }: { readonly row: RowOf<'appVersion'> }): ReactNode {
  const t = useAppVersionTexts();
  if (row.clientOs !== codes.ClientOs.ios || row.status !== draft || row.storeReview === approved) return null;
  return (
    <p className="eu-error" role="note">
      {t('notApproved')}
    </p>
  );
}

/** The same where it is published from the list. */
function PublishAsk({ ids: [id = ''] }: AskProps): ReactNode {
  const { data } = useCall('/ps/crm/version/detail', { id }, { inlineErrors: true });
  return data === undefined ? null : <StoreNote row={data} />;
}

const appVersionOverride = defineOverride('appVersion', {
  cell: { versionCode: CodeCell, minSupportCode: CodeCell },
  input: { packageFile: PackageInput },
  lead: StoreNote,
  asks: { publish: PublishAsk },
  links: (row) =>
    row.status === withdrawn
      ? [
          {
            label: { zh: '复制为新版本', en: 'Copy as a new version' },
            icon: <CopyOutlined />,
            href: `/versionManage/appAdd${queryOf({ copy: row.id })}`,
            code: 'appVersion.add',
          },
        ]
      : [],
});

export { appVersionOverride as default };
