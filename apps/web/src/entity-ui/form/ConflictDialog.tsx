import { Button, Modal, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { labelOf, shownAs, type EntityDef, type Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useFormTexts } from './texts.ts';
import { useValueText } from '../value-text.ts';
import type { Conflict } from './changes.ts';

export type ConflictChoice =
  | { readonly keep: 'theirs' }
  | { readonly keep: 'choice'; readonly mine: ReadonlySet<string> };

export interface ConflictDialogProps {
  readonly entity: EntityDef;
  readonly conflicts: readonly Conflict[];
  readonly theirs: Row;
  /** What differs: the record, which somebody else has saved, or one's own draft in another window. */
  readonly of?: 'record' | 'draft';
  readonly onClose: (choice: ConflictChoice | null) => void;
}

const wordsOf = {
  record: {
    title: 'conflictTitle',
    hint: 'conflictHint',
    other: 'theirs',
    theirs: 'reloadTheirs',
    choice: 'saveChoice',
  },
  draft: {
    title: 'draftTwice',
    hint: 'draftTwiceHint',
    other: 'otherWindow',
    theirs: 'takeOther',
    choice: 'takeChoice',
  },
} as const;

/** Somebody saved first: what differs, side by side, and which value to keep. */
export default function ConflictDialog({
  entity,
  conflicts,
  theirs,
  of = 'record',
  onClose,
}: ConflictDialogProps): ReactNode {
  const t = useT();
  const texts = useFormTexts();
  const pick = usePick();
  const valueText = useValueText();
  const says = wordsOf[of];
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(conflicts.map((one) => one.name)));
  const choose = (name: string, isMine: boolean): void =>
    setMine(new Set(isMine ? [...mine, name] : [...mine].filter((one) => one !== name)));
  return (
    <Modal
      open
      title={texts(says.title)}
      width={720}
      onCancel={() => onClose(null)}
      footer={[
        <Button key="cancel" onClick={() => onClose(null)}>
          {t('cancel')}
        </Button>,
        <Button key="theirs" danger onClick={() => onClose({ keep: 'theirs' })}>
          {texts(says.theirs)}
        </Button>,
        <Button key="save" type="primary" onClick={() => onClose({ keep: 'choice', mine })}>
          {texts(says.choice)}
        </Button>,
      ]}
    >
      <p className="eu-dialog-text">{texts(conflicts.length === 0 ? 'conflictNone' : says.hint)}</p>
      {conflicts.length === 0 ? null : (
        <DataTable
          label={texts(says.title)}
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
              label: texts(says.other),
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
