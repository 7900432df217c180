import type { DictionaryEntry } from '@wheelhouse/contract/calls/reference';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { EntityForm } from '../../../entity-ui/form/EntityForm.tsx';
import { useEntityForm } from '../../../entity-ui/form/useEntityForm.tsx';
import { useT } from '../../../i18n/common.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { useUnsavedGuard } from '../../../routing/page.ts';
import { HistoryButton } from '../../access/HistoryButton.tsx';
import { CategoriesContext, categoryOverride, entryOverride } from './inputs.tsx';
import { entryEntity, type Category } from './entry.ts';
import { useDictionaryTexts } from './texts.ts';

export interface EntryDialogProps {
  readonly categories: readonly Category[];
  /** The entry to edit; without one a new one is made. */
  readonly entry?: DictionaryEntry | undefined;
  /** The category of a new entry; without one a new category is made with its first entry. */
  readonly category?: Category | undefined;
  readonly onClose: (saved: { readonly category: string } | null) => void;
}

const presetOf = (category: Category): Row => ({
  category: category.category,
  categoryDesc: category.name,
  categoryDescEn: category.nameEn,
  parentCategory: category.parentCategory,
  sort: Math.min(9999, Math.max(0, ...category.entries.map((entry) => entry.sort)) + 10),
});

/** Adds or edits a dictionary entry, or a category with its first entry. */
export default function EntryDialog({ categories, entry, category, onClose }: EntryDialogProps): ReactNode {
  const t = useT();
  const texts = useDictionaryTexts();
  const isNewCategory = entry === undefined && category === undefined;
  const handle = useEntityForm({
    entity: entryEntity,
    override: isNewCategory ? categoryOverride : entryOverride,
    stored: entry && { ...entry },
    preset: category === undefined ? undefined : presetOf(category),
    onSaved: () => onClose({ category: String(handle.form.getFieldValue('category')) }),
  });
  useUnsavedGuard(handle.dirty);
  const cancel = async (): Promise<void> => {
    if (!handle.dirty || (await askConfirm({ title: t('unsaved') }))) onClose(null);
  };
  return (
    <Modal
      open
      width={720}
      title={texts(isNewCategory ? 'addCategory' : entry === undefined ? 'addEntry' : 'editEntry')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={handle.busy}
      mask={{ closable: false }}
      onOk={() => void handle.save()}
      onCancel={() => void cancel()}
      className="eu-form-dialog"
    >
      {entry === undefined ? null : (
        <div className="sm-dialog-tools">
          <HistoryButton entity={entryEntity} id={entry.id} title={entry.name} />
        </div>
      )}
      <CategoriesContext value={categories}>
        <EntityForm handle={handle} plain />
      </CategoriesContext>
    </Modal>
  );
}
