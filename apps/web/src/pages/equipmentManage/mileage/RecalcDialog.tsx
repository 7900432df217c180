import { DatePicker, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { RemoteSelect } from '../../../entity-ui/refs/RemoteSelect.tsx';
import { useT } from '../../../i18n/common.ts';
import { notify } from '../../../lib/notify.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useMileageTexts } from '../../../overrides/mileage/texts.ts';

const pattern = 'YYYY-MM-DD';
const longest = 31;

export interface RecalcDialogProps {
  readonly vehicleId: string | undefined;
  readonly onClose: () => void;
}

interface Counted {
  readonly days: number;
  readonly trips: number;
  readonly km: number;
}

/** Which vehicle's trips and mileage are to be counted again, and of which days. */
export default function RecalcDialog({ vehicleId, onClose }: RecalcDialogProps): ReactNode {
  const t = useT();
  const texts = useMileageTexts();
  const [id, setId] = useState(vehicleId);
  const [today] = useState(() => dayjs(formatDay(new Date()), pattern));
  const [range, setRange] = useState<readonly [Dayjs, Dayjs]>(() => [today.subtract(6, 'day'), today]);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const counted = await call<Counted>('/veh/crm/mileage/recalc', {
        vehicleId: id,
        from: range[0].format(pattern),
        to: range[1].format(pattern),
      });
      notify.success(
        texts('recalcDone', { days: counted.days, trips: counted.trips, km: formatNumber(counted.km, 1) }),
      );
      void invalidate('/veh/crm/mileage');
      onClose();
    } catch (error) {
      notify.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={texts('recalcTitle')}
      okText={texts('recalc')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: id === undefined, loading: busy }}
      onOk={() => void run()}
      onCancel={onClose}
      width={460}
    >
      <p className="eu-dialog-text">{texts('recalcHint')}</p>
      <div className="eu-stack">
        <RemoteSelect
          question={{ entity: 'vehicle' }}
          label={texts('vehicle')}
          value={id === undefined ? [] : [id]}
          onChange={([next]) => setId(next)}
        />
        <DatePicker.RangePicker
          className="eu-control"
          aria-label={texts('range')}
          value={[...range]}
          allowClear={false}
          maxDate={today}
          disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= longest}
          onChange={(next) => next?.[0] && next[1] && setRange([next[0], next[1]])}
        />
      </div>
    </Modal>
  );
}
