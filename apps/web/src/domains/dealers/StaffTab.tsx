import { PlusOutlined } from '@ant-design/icons';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useState, type ReactNode } from 'react';
import { codeOfCall, plain } from '@wheelhouse/entities/registry';
import { dealerStaff } from '@wheelhouse/entities/dealers/dealer-staff';
import { Dialogs, useDialogs } from '../../entity-ui/dialogs.tsx';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { useT } from '../../i18n/common.ts';
import { useCan } from '../../session/session.ts';
import { dialogPart } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';

const FormDialog = dialogPart(() => import('../../entity-ui/form/FormDialog.tsx'));
const staff = plain(dealerStaff);

/** People of a dealer: kept here, as they have no page of their own. */
export default function StaffTab({ row }: { readonly row: RowOf<'dealer'> }): ReactNode {
  return (
    <Dialogs>
      <Staff dealerId={row.id} />
    </Dialogs>
  );
}

function Staff({ dealerId }: { readonly dealerId: string }): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  const [version, setVersion] = useState(0);
  const add = async (): Promise<void> => {
    const saved = await dialogs.open((close) => <FormDialog entity={staff} preset={{ dealerId }} onClose={close} />);
    if (saved !== null) setVersion((n) => n + 1);
  };
  return (
    <div className="eu-stack">
      {can(codeOfCall(staff, 'add')) ? (
        <div>
          <Button icon={<PlusOutlined />} onClick={() => void add()}>
            {t('add')}
          </Button>
        </div>
      ) : null}
      <RelatedList key={version} entity={staff} fixed={{ dealerId }} without={['dealerId']} readOnly={false} />
    </div>
  );
}
