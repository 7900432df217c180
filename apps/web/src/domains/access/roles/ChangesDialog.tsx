import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useValueText } from '../../../entity-ui/value-text.ts';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import type { FunctionIndex } from '../functions/model.ts';
import { roleField, roleLabel } from '../functions/role.ts';
import { useRoleTexts } from './texts.ts';

export interface FieldChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangesDialogProps {
  readonly roleName: string;
  readonly members: number | undefined;
  readonly index: FunctionIndex;
  readonly fields: readonly FieldChange[];
  readonly added: readonly FunctionItem[];
  readonly removed: readonly FunctionItem[];
  readonly onClose: (save: boolean | null) => void;
}

/** What saving a role will change, before it does. */
export default function ChangesDialog({
  roleName,
  members,
  index,
  fields,
  added,
  removed,
  onClose,
}: ChangesDialogProps): ReactNode {
  const t = useT();
  const texts = useRoleTexts();
  const pick = usePick();
  const valueText = useValueText();
  return (
    <Modal
      open
      width={640}
      title={texts('changesTitle', { name: roleName })}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ autoFocus: true }}
      onOk={() => onClose(true)}
      onCancel={() => onClose(null)}
    >
      {members === undefined || members === 0 ? null : (
        <p className="eu-dialog-text">{texts('changesHint', { n: members })}</p>
      )}
      <div className="eu-scroll sm-changes">
        {fields.length === 0 ? null : (
          <>
            <h3>{texts('fieldsChanged')}</h3>
            <dl className="eu-diff">
              {fields.map(({ name, before, after }) => (
                <div key={name}>
                  <dt>{pick(roleLabel(name))}</dt>
                  <dd>
                    <del>{valueText(roleField(name), before)}</del>
                    <span aria-hidden="true">→</span>
                    <ins>{valueText(roleField(name), after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <Functions title={texts('added', { n: added.length })} index={index} list={added} mark="+" />
        <Functions title={texts('removed', { n: removed.length })} index={index} list={removed} mark="−" />
      </div>
    </Modal>
  );
}

function Functions({
  title,
  index,
  list,
  mark,
}: {
  readonly title: string;
  readonly index: FunctionIndex;
  readonly list: readonly FunctionItem[];
  readonly mark: string;
}): ReactNode {
  const lang = useLang();
  if (list.length === 0) return null;
  const pathOf = (node: FunctionItem): string => {
    const parent = node.parentCode === null ? undefined : index.nodes.get(node.parentCode);
    return parent === undefined ? nameIn(node, lang) : `${nameIn(parent, lang)} / ${nameIn(node, lang)}`;
  };
  return (
    <>
      <h3>{title}</h3>
      <ul className="eu-plain-list">
        {list.map((node) => (
          <li key={node.code} className={mark === '+' ? 'sm-added' : 'sm-removed'}>
            <span aria-hidden="true">{mark}</span> {pathOf(node)}
          </li>
        ))}
      </ul>
    </>
  );
}
