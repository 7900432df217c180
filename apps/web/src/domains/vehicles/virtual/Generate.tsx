import { PlusOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import { virtualVin, virtualVinForm } from '@wheelhouse/entities/vehicles/virtual-vin';
import { invalidate } from '../../../api/query.ts';
import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import { pathUnder } from '../../../entity-ui/model.ts';
import type { RecordAction } from '../../../entity-ui/actions/record-actions.ts';
import { useTexts, usePick, type Texts } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { useCan } from '../../../session/session.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';

const ActionDialog = dialogPart(() => import('../../../entity-ui/actions/ActionDialog.tsx'));

const ownTexts = {
  generate: { zh: '批量生成', en: 'Batch generate' },
  generated: { zh: '已生成{n}台，批次号{batch}', en: '{n} generated, batch {batch}' },
} as const satisfies Texts;

const defaultDays = 90;

const actionOf = (now: number): RecordAction => ({
  key: 'generate',
  label: ownTexts.generate,
  code: 'virtualVehicle.add',
  where: ['bulk'],
  danger: false,
  path: pathUnder(plain(virtualVin), 'generate'),
  many: false,
  fixedInput: {},
  input: {
    ...virtualVinForm,
    expireTime: { ...virtualVinForm.expireTime, default: formatInstant(new Date(now + defaultDays * 86_400_000)) },
  },
  offered: () => true,
  refusal: () => undefined,
});

/** Makes a batch of virtual vehicles. */
export function Generate(): ReactNode {
  const texts = useTexts(ownTexts);
  const pick = usePick();
  const can = useCan();
  const [openedAt, setOpenedAt] = useState<number>();
  if (!can('virtualVehicle.add')) return null;
  const done = (result: ActionAnswer | null): void => {
    setOpenedAt(undefined);
    if (result === null) return;
    notify.success(texts('generated', { n: result.count ?? 0, batch: result.batchNo ?? '' }));
    void invalidate('/veh/crm/virtualVin');
  };
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpenedAt(Date.now())}>
        {texts('generate')}
      </Button>
      {openedAt === undefined ? null : (
        <Suspense fallback={null}>
          <ActionDialog
            entity={plain(virtualVin)}
            action={actionOf(openedAt)}
            ids={[]}
            name={pick(plain(virtualVin).label)}
            question={undefined}
            onClose={done}
          />
        </Suspense>
      )}
    </>
  );
}
