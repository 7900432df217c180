import { DatePicker, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { useAction } from '../../../api/query.ts';
import { RemoteSelect } from '../../../entity-ui/refs/RemoteSelect.tsx';
import { useT } from '../../../i18n/common.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useMileageTexts } from './texts.ts';

const pattern = 'YYYY-MM-DD';
const longest = 31;

export interface RecalcDialogProps {
  readonly vehicleId: string | undefined;
  readonly onClose: () => void;
}

/** Which vehicle's trips and mileage are to be counted again, and of which days. */
export default function RecalcDialog({ vehicleId, onClose }: RecalcDialogProps): ReactNode {
  const t = useT();
  const texts = useMileageTexts();
  const [id, setId] = useState(vehicleId);
  const [today] = useState(() => dayjs(formatDay(new Date()), pattern));
  const [range, setRange] = useState<readonly [Dayjs, Dayjs]>(() => [today.subtract(6, 'day'), today]);
  const recalc = useAction('/veh/crm/mileage/recalc', {
    invalidates: ['/veh/crm/mileage'],
    done: ({ days, trips, km }) => texts('recalcDone', { days, trips, km: formatNumber(km, 1) }),
    onSuccess: onClose,
  });
  const [from, to] = range;
  return (
    <Modal
      open
      title={texts('recalcTitle')}
      okText={texts('recalc')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: id === undefined, loading: recalc.isPending }}
      onOk={() =>
        recalc.mutate({
          ...(id !== undefined && { vehicleId: id }),
          from: from.format(pattern),
          to: to.format(pattern),
        })
      }
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
