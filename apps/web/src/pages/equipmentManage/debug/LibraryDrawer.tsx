import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { debugCommand } from '@wheelhouse/entities/vehicles/debug-command';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import { useLocalListState } from '../../../entity-ui/list/useListState.ts';
import { useT } from '../../../i18n/common.ts';
import { useDebugTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const entity = plain(debugCommand);

/** The library of commands, to look up and to keep. */
export default function LibraryDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const texts = useDebugTexts();
  return (
    <Drawer
      open
      size="large"
      styles={{ wrapper: { width: 'min(1080px, 100vw)' } }}
      onClose={onClose}
      title={texts('libraryOf')}
    >
      <Dialogs>
        <Library />
      </Dialogs>
    </Drawer>
  );
}

function Library(): ReactNode {
  const t = useT();
  const dialogs = useDialogs();
  const handle = useLocalListState();
  const data = useList(entity, handle.state);
  return (
    <div className="eu-stack">
      <div className="rd-tools">
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => void dialogs.open((close) => <FormDialog entity={entity} onClose={close} />)}
        >
          {t('add')}
        </Button>
      </div>
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} />
      <EntityList entity={entity} handle={handle} data={data} />
    </div>
  );
}
