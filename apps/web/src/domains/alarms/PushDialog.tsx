import type { InputAt } from '../../api/paths.ts';
import { Alert, Checkbox, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { defaultTemplate } from '@wheelhouse/entities/alarms/types';
import { callRefusal, criticalLevel } from '@wheelhouse/entities/templates/alarm-texts';
import { fillTemplate } from '@wheelhouse/entities/templates/template-text';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { invalidate, useCall } from '../../api/query.ts';
import { refName, textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { useLang } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { useDict, useDictLookup } from '../../reference/reference.ts';
import { useAlarmTexts } from './texts.ts';
import { Select } from '../../ui/inputs/Select.tsx';

type Channel = InputAt<'/veh/crm/alarm/push', 'POST'>['channels'][number];
/** Push, SMS, and a call about a critical alarm: the inbox is for messages, not for alarms. */
const offered: readonly Channel[] = ['2', '3', '4'];

/** Writes to the owner: which text, by which channel. */
export default function PushDialog({
  row,
  onClose,
}: {
  readonly row: ListRowOf<'alarm'>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const texts = useAlarmTexts();
  const lang = useLang();
  const dict = useDictLookup();
  const dictionary = useDict('PushChannel');
  const all = offered.flatMap((code) =>
    dictionary.filter((one) => one.code === code).map(({ name }) => ({ code, name })),
  );
  const alarmClass = row.alarmClass ?? null;
  const type = textOf(row.alarmType);
  const { data: templates = [] } = useCall('/msg/crm/alarmTemplate/options', {});
  const fitting = templates.filter(({ alarmType }) => alarmType === null || alarmType === type);
  const [chosen, setTemplate] = useState<string>();
  const templateId =
    chosen ??
    fitting.find(({ alarmType }) => alarmType === type)?.templateCode ??
    defaultTemplate({ type, alarmClass });
  const [channels, setChannels] = useState<readonly Channel[]>(['2']);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const template = fitting.find(({ templateCode }) => templateCode === templateId);
  const values: Readonly<Record<string, string>> = {
    alarmName: dict('AlarmType', textOf(row.alarmType))?.name ?? textOf(row.alarmType),
    vehicleName: refName(row, 'vehicleTypeId') ?? texts('sampleVehicle'),
    vin6: (textOf(row.vin) || textOf(row.frameNo)).slice(-6),
    time: textOf(row.firstTime).slice(5, 16),
    address: textOf(row.address),
    soc: '–',
    servicePhone: '400-000-0000',
  };
  const filled = (text: { zh: string; en: string }): string => fillTemplate(text[lang], values, lang);
  const send = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await call('/veh/crm/alarm/push', { id: row.id, templateId, channels });
      notify.success(texts('pushed'));
      void invalidate('/veh/crm/alarm');
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${texts('push')} · ${textOf(row.alarmNo)}`}
      okText={texts('push')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: channels.length === 0 || template === undefined }}
      onOk={() => void send()}
      onCancel={onClose}
      width={520}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
      <div className="am-push">
        <label htmlFor="am-template">{texts('template')}</label>
        <Select<string>
          id="am-template"
          className="eu-control"
          value={templateId}
          options={fitting.map(({ templateCode, name }) => ({ value: templateCode, label: name }))}
          onChange={setTemplate}
        />
        <span id="am-channels">{texts('channels')}</span>
        <Checkbox.Group
          aria-labelledby="am-channels"
          value={[...channels]}
          options={all.map(({ code, name }) => ({
            value: code,
            label: name,
            ...(code === '4' && Number(row.level) < criticalLevel && { disabled: true, title: callRefusal[lang] }),
          }))}
          onChange={setChannels}
        />
        <span>{texts('preview')}</span>
        <blockquote>
          <strong>{template === undefined ? '' : filled(template.title)}</strong>
          <p>{template === undefined ? '' : filled(template.body)}</p>
        </blockquote>
      </div>
    </Modal>
  );
}
