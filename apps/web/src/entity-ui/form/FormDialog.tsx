import type { Saved } from '@wheelhouse/contract/calls/kit';
import { Modal } from 'antd';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { askConfirm } from '../../lib/confirm.ts';
import type { EntityUi } from '../override.ts';
import { useUnsavedGuard } from '../../routing/page.ts';
import type { EntityRow } from '../model.ts';
import { useFormTexts } from './texts.ts';
import { useEditedRecord } from '../useRecord.tsx';
import { formSections } from './changes.ts';
import { EntityForm } from './EntityForm.tsx';
import { useEntityForm } from './useEntityForm.tsx';

export interface FormDialogProps extends EntityUi {
  /** The record to edit; without one a new record is made. */
  readonly id?: string | undefined;
  readonly preset?: Row | undefined;
  readonly onClose: (saved: Saved | null) => void;
}

/** What the dialog's buttons do, once its form is there. */
interface Hands {
  readonly save: () => void;
  readonly cancel: () => void;
}

/** Fields of a form that stays narrow. */
const few = 6;

/** Add or edit dialog of an entity without pages for them. It opens at once, and fills when the record has been read. */
export default function FormDialog({ entity, override, id, preset, onClose }: FormDialogProps): ReactNode {
  const { row: stored, instead } = useEditedRecord(entity, id);
  const t = useT();
  const texts = useFormTexts();
  const pick = usePick();
  const hands = useRef<Hands>(null);
  const [busy, setBusy] = useState(false);
  const isReady = id === undefined || stored !== undefined;
  const addTitle = override?.add === undefined ? texts('addTitle', { name: pick(entity.label) }) : pick(override.add);
  const sections = formSections(entity);
  const isNarrow = sections.length === 1 && (sections[0]?.names.length ?? 0) <= few;
  return (
    <Modal
      open
      title={id === undefined ? addTitle : texts('editTitle', { name: pick(entity.label) })}
      width={isNarrow ? 640 : 880}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isReady }}
      mask={{ closable: false }}
      onOk={() => hands.current?.save()}
      onCancel={() => (hands.current === null ? onClose(null) : hands.current.cancel())}
      className="eu-form-dialog"
    >
      {isReady ? (
        <Body
          ref={hands}
          entity={entity}
          override={override}
          stored={stored}
          preset={preset}
          onBusy={setBusy}
          onClose={onClose}
        />
      ) : (
        instead
      )}
    </Modal>
  );
}

function Body({
  ref,
  entity,
  override,
  stored,
  preset,
  onBusy,
  onClose,
}: Omit<FormDialogProps, 'id'> & {
  readonly ref: Ref<Hands>;
  readonly stored: EntityRow | undefined;
  readonly onBusy: (busy: boolean) => void;
}): ReactNode {
  const t = useT();
  const texts = useFormTexts();
  const handle = useEntityForm({ entity, override, stored, preset, onSaved: onClose });
  const { busy } = handle;
  useUnsavedGuard(handle.dirty);
  useEffect(() => onBusy(busy), [onBusy, busy]);
  const cancel = async (): Promise<void> => {
    const leave = !handle.dirty || (await askConfirm({ title: t('unsaved'), okText: texts('leave') }));
    if (!leave) return;
    handle.draft.drop();
    onClose(null);
  };
  useImperativeHandle(ref, () => ({ save: () => void handle.save(), cancel: () => void cancel() }));
  return <EntityForm handle={handle} plain />;
}
