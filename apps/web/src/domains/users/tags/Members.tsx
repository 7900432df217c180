import { useRef, useState, type ReactNode } from 'react';
import type { TagImport } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { userTagMember } from '@wheelhouse/entities/users/user-tag-member';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { uploadFile } from '../../../api/files.ts';
import { invalidate, useAction } from '../../../api/query.ts';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { RemoteSelect } from '../../../entity-ui/refs/RemoteSelect.tsx';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { ImportReport } from './ImportReport.tsx';
import { useTagTexts } from './texts.ts';

const entity = plain(userTagMember);
const base = '/user/crm/userTag';

interface AddProps {
  readonly tagId: string;
  readonly onReport: (report: TagImport) => void;
}

/** Users by name, or a file of them. */
function AddUsers({ tagId, onReport }: AddProps): ReactNode {
  const texts = useTagTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const add = useAction('/user/crm/userTag/addUsers', {
    invalidates: [base],
    onSuccess: (report) => {
      setChosen([]);
      onReport(report);
    },
  });
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const report = await attempt(
      uploadFile(file, 'import').then(({ fileId }) => call('/user/crm/userTag/addUsers', { tagId, fileId })),
    );
    setBusy(false);
    if (report === undefined) return;
    onReport(report);
    await invalidate(base);
  };
  return (
    <div className="ut-add">
      <RemoteSelect
        label={texts('chooseUsers')}
        question={{ entity: 'appUser', field: 'userTagMember.userId' }}
        value={chosen}
        multiple
        onChange={setChosen}
      />
      <Button
        type="primary"
        disabled={chosen.length === 0}
        loading={add.isPending}
        onClick={() => add.mutate({ tagId, userIds: chosen })}
      >
        {texts('addUsers')}
      </Button>
      <Button loading={busy} onClick={() => picker.current?.click()}>
        {texts('importUsers')}
      </Button>
      <FilePicker ref={picker} accept=".xlsx,.csv" onFiles={([file]) => void take(file)} />
    </div>
  );
}

/** Who has a tag. Where no rule decides it, people add and remove users. */
export default function Members({ row }: { readonly row: RowOf<'userTag'> }): ReactNode {
  const texts = useTagTexts();
  const can = useCan();
  const [report, setReport] = useState<TagImport>();
  const remove = useAction('/user/crm/userTag/removeUsers', { invalidates: [base], done: texts('removed') });
  const byHand = row.tagType !== codes.TagType.rule;
  return (
    <div className="eu-stack">
      <div className="ut-bar">
        {byHand && can('userTagsManage.addUsers') ? <AddUsers tagId={row.id} onReport={setReport} /> : <span />}
        <ExportButton entity={entity} data={{ query: { tagId: row.id } }} />
      </div>
      {report === undefined ? null : <ImportReport report={report} />}
      <RelatedList
        entity={entity}
        fixed={{ tagId: row.id }}
        without={['tagId']}
        filters
        rowActions={
          byHand && can('userTagsManage.removeUsers')
            ? (member) => (
                <ConfirmButton
                  type="link"
                  size="small"
                  danger
                  question={texts('removeOne', { name: textOf(member.nickname) })}
                  onConfirm={() => remove.mutateAsync({ tagId: row.id, userIds: [textOf(member.userId)] })}
                >
                  {texts('remove')}
                </ConfirmButton>
              )
            : undefined
        }
      />
    </div>
  );
}
