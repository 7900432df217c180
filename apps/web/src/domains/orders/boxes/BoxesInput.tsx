import { Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import { listOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { useCall } from '../../../api/query.ts';
import { useActionRecord } from '../../../entity-ui/actions/action-record.ts';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Money } from '../../../ui/Values.tsx';
import { useOrderTexts } from '../goods/texts.ts';

const { unopened, opened } = codes.BoxState;

/** The boxes of an order, to choose those that are paid back: the amount follows. */
export default function BoxesInput({ id, value, onChange, disabled, label }: InputProps): ReactNode {
  const texts = useOrderTexts();
  const form = Form.useFormInstance();
  const dict = useDictLookup();
  const blindBoxOrderId = useActionRecord();
  const { data } = useCall('/order/crm/blindBox/list', { query: { blindBoxOrderId } });
  const boxes = data?.list ?? [];
  const choose = (chosen: readonly string[]): void => {
    onChange(chosen);
    const shares = boxes.filter(({ boxNo }) => chosen.includes(String(boxNo)));
    form.setFieldValue(
      'amountFen',
      shares.reduce((sum, { amountFen = 0 }) => sum + amountFen, 0),
    );
  };
  return (
    <div id={id} role="group" aria-label={label}>
      <Checkbox.Group
        className="ov-boxes"
        value={[...listOf(value)]}
        disabled={disabled}
        onChange={choose}
        options={boxes.map(({ boxNo, boxState, amountFen = 0 }) => ({
          value: String(boxNo),
          disabled: boxState !== unopened && boxState !== opened,
          label: (
            <span>
              {texts('boxNo', { n: Number(boxNo) })} · {dict('BoxState', Number(boxState))?.name} ·{' '}
              <Money fen={amountFen} />
            </span>
          ),
        }))}
      />
    </div>
  );
}
