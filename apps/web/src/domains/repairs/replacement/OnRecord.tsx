import { Form } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useTexts, type Texts } from '../../../i18n/lang.ts';

const texts = {
  onRecord: { zh: '系统登记的旧件：', en: 'Old part on record: ' },
  none: {
    zh: '系统未登记该部件，旧件序列号按实物填写',
    en: 'No such part is on record: enter what the old label says',
  },
  take: { zh: '填入旧件序列号{sn}', en: 'Enter {sn} as the old serial no.' },
} as const satisfies Texts;

/** The part that the chosen vehicle has on record: a press enters it as the old one. */
export default function OnRecord(): ReactNode {
  const t = useTexts(texts);
  const form = Form.useFormInstance();
  const vehicle: unknown = Form.useWatch('vehicleId', form);
  const type: unknown = Form.useWatch('deviceType', form);
  const [vehicleId, deviceType] = [textOf(vehicle), textOf(type)];
  const isChosen = vehicleId !== '' && deviceType !== '';
  const { data } = useCall(
    '/veh/crm/replacementRecord/parts',
    { vehicleId, deviceType: Number(deviceType) },
    { enabled: isChosen, inlineErrors: true },
  );
  if (!isChosen || data === undefined) return <div className="eu-below" />;
  if (data.serials.length === 0) return <output className="eu-below wh-faint">{t('none')}</output>;
  return (
    <output className="eu-below">
      <span className="wh-faint">{t('onRecord')}</span>
      {data.serials.map((sn, at) => (
        <Fragment key={sn}>
          {at > 0 && ' · '}
          <button
            type="button"
            className="wh-link-button wh-num"
            aria-label={t('take', { sn })}
            onClick={() => form.setFieldsValue({ oldSn: sn })}
          >
            {sn}
          </button>
        </Fragment>
      ))}
    </output>
  );
}
