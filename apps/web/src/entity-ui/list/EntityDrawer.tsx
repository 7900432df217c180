import { PlusOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { useT } from '../../i18n/common.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { Dialogs, useDialogs } from '../dialogs.tsx';
import { EntityList } from './EntityList.tsx';
import { FilterBar } from './FilterBar.tsx';
import { useList } from './useList.ts';
import { useLocalListState } from './useListState.ts';

const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));

interface Props {
  readonly entity: EntityDef;
  readonly title: string;
  readonly onClose: () => void;
}

/**
 * Records of an entity that has no page of its own, to look up and to keep: a drawer of the page that they belong to.
 * @for records without a page of their own: filters, list and form in a drawer of the page that the definition names, kept by a button of `buttons`:
 * `functionClassification`
 */
export default function EntityDrawer({ entity, title, onClose }: Props): ReactNode {
  return (
    <Drawer open size="large" styles={{ wrapper: { width: 'min(1080px, 100vw)' } }} onClose={onClose} title={title}>
      <Dialogs>
        <Records entity={entity} />
      </Dialogs>
    </Drawer>
  );
}

function Records({ entity }: { readonly entity: EntityDef }): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  const handle = useLocalListState();
  const data = useList(entity, handle.state);
  return (
    <div className="eu-stack">
      {can(codeOfCall(entity, 'add')) ? (
        <div>
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => void dialogs.open((close) => <FormDialog entity={entity} onClose={close} />)}
          >
            {t('add')}
          </Button>
        </div>
      ) : null}
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} />
      <EntityList entity={entity} handle={handle} data={data} />
    </div>
  );
}
