import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import Comparison from './Comparison.tsx';
import { useSapTexts } from './texts.ts';

/** SAP's record of a vehicle beside ours, from a list of results. */
export default function CompareDrawer({
  vin,
  onClose,
}: {
  readonly vin: string;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useSapTexts();
  return (
    <Drawer open size={760} onClose={onClose} title={`${texts('compare')} · ${vin}`}>
      <Comparison vin={vin} />
    </Drawer>
  );
}
