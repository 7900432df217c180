import type { Saved } from '@wheelhouse/contract/calls/kit';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { askConfirm } from '../../lib/confirm.ts';
import type { EntityUi } from '../override.ts';
import { useUnsavedGuard } from '../../routing/page.ts';
import type { EntityRow } from '../model.ts';
import { useFormTexts } from './texts.ts';
import { useEditedRecord } from '../useRecord.tsx';
import { EntityForm } from './EntityForm.tsx';
import { useEntityForm } from './useEntityForm.tsx';

export interface FormDialogProps extends EntityUi {
  /** The record to edit; without one a new record is made. */
  readonly id?: string | undefined;
  readonly preset?: Row | undefined;
  readonly onClose: (saved: Saved | null) => void;
}

/** Add or edit dialog of an entity without pages for them. */
export default function FormDialog({ entity, override, id, preset, onClose }: FormDialogProps): ReactNode {
  const { row: stored, instead } = useEditedRecord(entity, id);
  const texts = useFormTexts();
  const pick = usePick();
  if (id !== undefined && stored === undefined)
    return (
      <Modal
        open
        title={texts('editTitle', { name: pick(entity.label) })}
        footer={null}
        onCancel={() => onClose(null)}
        width={800}
      >
        {instead}
      </Modal>
    );
  return <Body entity={entity} override={override} stored={stored} preset={preset} onClose={onClose} />;
}

function Body({
  entity,
  override,
  stored,
  preset,
  onClose,
}: Omit<FormDialogProps, 'id'> & { readonly stored: EntityRow | undefined }): ReactNode {
  const t = useT();
  const texts = useFormTexts();
  const pick = usePick();
  const handle = useEntityForm({ entity, override, stored, preset, onSaved: onClose });
  useUnsavedGuard(handle.dirty);
  const cancel = async (): Promise<void> => {
    const leave = !handle.dirty || (await askConfirm({ title: t('unsaved'), okText: texts('leave') }));
    if (!leave) return;
    handle.draft.drop();
    onClose(null);
  };
  const addTitle = override?.add === undefined ? texts('addTitle', { name: pick(entity.label) }) : pick(override.add);
  const few = handle.sections.length === 1 && (handle.sections[0]?.fields.length ?? 0) <= 6;
  return (
    <Modal
      open
      title={stored === undefined ? addTitle : texts('editTitle', { name: pick(entity.label) })}
      width={few ? 640 : 880}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={handle.busy}
      mask={{ closable: false }}
      onOk={() => void handle.save()}
      onCancel={() => void cancel()}
      className="eu-form-dialog"
    >
      <EntityForm handle={handle} plain />
    </Modal>
  );
}
