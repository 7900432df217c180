import { CopyOutlined } from '@ant-design/icons';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { defineOverride, type CellPropsOf } from '../../../entity-ui/override.ts';
import { common } from '../../../i18n/common.ts';
import { queryOf } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { none } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
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
  const t = useBluetoothTexts();
  return (
    <Section title={t('bands')}>
      <Bands unlock={row.unlockRssi} lock={row.lockRssi} />
    </Section>
  );
}

/** How many vehicles work with the present version, and how many have still to hear of it. */
function ProgressCell({ row }: CellPropsOf<'bluetoothSetup'>): ReactNode {
  const t = useBluetoothTexts();
  const [done, left] = [Number(row.syncedCount ?? 0), Number(row.pendingCount ?? 0)];
  if (done + left === 0) return <span className="wh-faint">{none}</span>;
  return (
    <span className="ov-sync" title={t('progress', { done, left })}>
      <span className="ov-sync-bar" aria-hidden="true">
        <span style={{ width: `${(done / (done + left)) * 100}%` }} />
      </span>
      <span className={left === 0 ? 'wh-faint' : ''}>{left === 0 ? t('done') : t('pending', { n: left })}</span>
    </span>
  );
}

const Versions = part(() => import('./Versions.tsx'));

const bluetoothSetupOverride = defineOverride('bluetoothSetup', {
  cell: { syncedCount: ProgressCell },
  below: { lockRssi: FormBands },
  lead: Lead,
  tabs: [{ key: 'versions', label: common.versions, code: 'bluetoothSetup.history', component: Versions }],
  links: (row) => [
    {
      label: common.copy,
      icon: <CopyOutlined />,
      href: `/systemSet/bluetoothSetupAdd${queryOf({ copy: row.id })}`,
      code: 'bluetoothSetup.copy',
    },
  ],
});

export { bluetoothSetupOverride as default };
