import { DatePicker, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { useAction } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { useSettlementTexts } from './texts.ts';

const pattern = 'YYYY-MM';

/** For which month statements are generated: one that is over. */
export default function GenerateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const texts = useSettlementTexts();
  const [last] = useState(() => dayjs(formatDay(new Date()), 'YYYY-MM-DD').startOf('month').subtract(1, 'month'));
  const [month, setMonth] = useState<Dayjs>(last);
  const generate = useAction('/order/crm/settlement/generate', {
    invalidates: ['/order/crm/settlement', '/order/crm/themeRevenue'],
    done: ({ settlementNos: { length: n } }) => (n === 0 ? texts('nothing') : texts('generated', { n })),
    onSuccess: onClose,
  });
  return (
    <Modal
      open
      title={texts('generate')}
      okText={texts('generate')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: generate.isPending }}
      onOk={() => generate.mutate({ month: month.format(pattern) })}
      onCancel={onClose}
      width={460}
    >
      <p className="eu-dialog-text">{texts('generateHint')}</p>
      <DatePicker
        picker="month"
        className="eu-control"
        aria-label={texts('month')}
        value={month}
        allowClear={false}
        maxDate={last}
        onChange={(next) => setMonth(next ?? last)}
      />
    </Modal>
  );
}
