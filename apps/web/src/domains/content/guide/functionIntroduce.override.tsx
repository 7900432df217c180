import { AppstoreOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { functionClassification } from '@wheelhouse/entities/content/function-classification';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { useGuideTexts } from './texts.ts';

const EntityDrawer = dialogPart(() => import('../../../entity-ui/list/EntityDrawer.tsx'));

/** Opens the classifications, which have no page of their own. */
function Classifications(): ReactNode {
  const texts = useGuideTexts();
  const can = useCan();
  const dialogs = useDialogs();
  if (!can('functionIntroduce.classification')) return null;
  const open = (): void =>
    void dialogs.open((close) => (
      <EntityDrawer
        entity={plain(functionClassification)}
        title={texts('classifications')}
        onClose={() => close(null)}
      />
    ));
  return (
    <Button icon={<AppstoreOutlined />} onClick={open}>
      {texts('classifications')}
    </Button>
  );
}

const functionIntroduceOverride = defineOverride('functionIntroduce', { actions: Classifications });

export { functionIntroduceOverride as default };
