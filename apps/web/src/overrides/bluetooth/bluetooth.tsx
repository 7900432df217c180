import { CopyOutlined } from '@ant-design/icons';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { defineOverride } from '../../entity-ui/override.ts';
import { common } from '../../i18n/common.ts';
import { queryOf } from '../../routing/page.ts';
import { Section } from '../../ui/Layout.tsx';
import { Bands } from './Bands.tsx';
import { useBluetoothTexts } from './texts.ts';

/** The bands of the thresholds as they are being typed. */
function FormBands(): ReactNode {
  const form = Form.useFormInstance();
  const unlock: unknown = Form.useWatch('unlockRssi', form);
  const lock: unknown = Form.useWatch('lockRssi', form);
  return <Bands unlock={unlock} lock={lock} />;
}

function Lead({ row }: { readonly row: RowOf<'bluetoothSetup'> }): ReactNode {
  const texts = useBluetoothTexts();
  return (
    <Section title={texts('bands')}>
      <Bands unlock={row.unlockRssi} lock={row.lockRssi} />
    </Section>
  );
}

export const bluetoothSetupOverride = defineOverride('bluetoothSetup', {
  below: { lockRssi: FormBands },
  lead: Lead,
  links: (row) => [
    {
      label: common.copy,
      icon: <CopyOutlined />,
      href: `/systemSet/bluetoothSetupAdd${queryOf({ copy: row.id })}`,
      code: 'bluetoothSetup.copy',
    },
  ],
});
