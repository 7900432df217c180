import { DownloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { codeOfCall, type EntityDef } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { useCan } from '../../session/session.ts';
import { useDialogs } from '../dialogs.tsx';
import type { ListData } from '../list/useList.ts';
import { hasCall } from '../model.ts';
import { dialogPart } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';

const ExportDialog = dialogPart(() => import('./ExportDialog.tsx'));

export interface ExportButtonProps {
  readonly entity: EntityDef;
  /** What is exported: the query, and how many rows match where that is known exactly. */
  readonly data: Pick<ListData, 'query'> & Partial<Pick<ListData, 'total' | 'more'>>;
}

/** Opens the export of a list, for whoever may export; nothing for others. Needs `Dialogs` around it. */
export function ExportButton({ entity, data }: ExportButtonProps): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  if (!hasCall(entity, 'export') || !can(codeOfCall(entity, 'export'))) return null;
  if (entity.exportsPeople && !can('privacy.export')) return null;
  const open = (): void =>
    void dialogs.open((close) => (
      <ExportDialog
        entity={entity}
        query={data.query}
        known={data.more === true ? undefined : data.total}
        onClose={() => close(null)}
      />
    ));
  return (
    <Button icon={<DownloadOutlined />} onClick={open}>
      {t('export')}
    </Button>
  );
}
