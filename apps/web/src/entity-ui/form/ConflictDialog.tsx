import { Button, Modal, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { labelOf, shownAs, type EntityDef, type Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useEntityTexts } from '../texts.ts';
import { useValueText } from '../value-text.ts';
import type { Conflict } from './changes.ts';

export type ConflictChoice =
  | { readonly keep: 'theirs' }
  | { readonly keep: 'choice'; readonly mine: ReadonlySet<string> };

export interface ConflictDialogProps {
  readonly entity: EntityDef;
  readonly conflicts: readonly Conflict[];
  readonly theirs: Row;
  readonly onClose: (choice: ConflictChoice | null) => void;
}

/** Somebody saved first: what differs, side by side, and which value to keep. */
export default function ConflictDialog({ entity, conflicts, theirs, onClose }: ConflictDialogProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const valueText = useValueText();
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(conflicts.map((one) => one.name)));
  const choose = (name: string, isMine: boolean): void =>
    setMine(new Set(isMine ? [...mine, name] : [...mine].filter((one) => one !== name)));
  return (
    <Modal
      open
      title={texts('conflictTitle')}
      width={720}
      onCancel={() => onClose(null)}
      footer={[
        <Button key="cancel" onClick={() => onClose(null)}>
          {t('cancel')}
        </Button>,
        <Button key="theirs" danger onClick={() => onClose({ keep: 'theirs' })}>
          {texts('reloadTheirs')}
        </Button>,
        <Button key="save" type="primary" onClick={() => onClose({ keep: 'choice', mine })}>
          {texts('saveChoice')}
        </Button>,
      ]}
    >
      <p className="eu-dialog-text">{texts(conflicts.length === 0 ? 'conflictNone' : 'conflictHint')}</p>
      {conflicts.length === 0 ? null : (
        <DataTable
          label={texts('conflictTitle')}
          height="46vh"
          rows={conflicts}
          rowKey={(one) => one.name}
          columns={[
            { key: 'field', label: texts('field'), head: true, render: (one) => pick(labelOf(entity, one.name)) },
            {
              key: 'mine',
              label: texts('mine'),
              render: (one) => (
                <Radio checked={mine.has(one.name)} onChange={() => choose(one.name, true)}>
                  {valueText(shownAs(entity, one.name), one.mine)}
                </Radio>
              ),
            },
            {
              key: 'theirs',
              label: texts('theirs'),
              render: (one) => (
                <Radio checked={!mine.has(one.name)} onChange={() => choose(one.name, false)}>
                  {valueText(shownAs(entity, one.name), one.theirs, theirs, one.name)}
                </Radio>
              ),
            },
          ]}
        />
      )}
    </Modal>
  );
}
