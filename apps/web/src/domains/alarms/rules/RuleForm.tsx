import { recordOf } from '@wheelhouse/contract/object';
import { Button, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { alarmRule } from '@wheelhouse/entities/alarms/alarm-rule';
import { ruleParams } from '@wheelhouse/entities/alarms/rule-params';
import { plain } from '@wheelhouse/entities/registry';
import { useCall } from '../../../api/query.ts';
import { EntityForm } from '../../../entity-ui/form/EntityForm.tsx';
import { useEntityForm } from '../../../entity-ui/form/useEntityForm.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useAlarmTexts } from '../texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

/** A number for each threshold the type has. */
function ParamsInput({ id, value, onChange, disabled, stored }: InputProps): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const known = ruleParams(textOf(stored?.['alarmType']));
  const values = recordOf(value);
  if (known.length === 0)
    return (
      <p id={id} className="wh-faint">
        {texts('noParams')}
      </p>
    );
  return (
    <span className="am-params-input" id={id}>
      {known.map(({ key, label, unit, min, max }) => (
        <InputNumber<number>
          key={key}
          aria-label={pick(label)}
          prefix={pick(label)}
          suffix={unit}
          min={min}
          max={max}
          precision={0}
          disabled={disabled}
          value={typeof values[key] === 'number' ? values[key] : null}
          onChange={(next) => onChange({ ...values, [key]: next ?? undefined })}
        />
      ))}
    </span>
  );
}

/** Enabled templates of the rule's type, and those for any. */
function TemplateInput({ id, value, onChange, disabled, stored }: InputProps): ReactNode {
  const { data = [] } = useCall('/msg/crm/alarmTemplate/options', {});
  const { alarmType: ownType } = recordOf(stored);
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={(textOf(value) || undefined) as string}
      options={data
        .filter(({ alarmType }) => alarmType === null || alarmType === ownType)
        .map(({ templateCode, name }) => ({ value: templateCode, label: name }))}
      disabled={disabled}
      allowClear
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

const override = defineOverride('alarmRule', { input: { params: ParamsInput, templateId: TemplateInput } });
const entity = plain(alarmRule);

/** One rule: saved, it is the next version. */
export function RuleForm({ row, onSaved }: { readonly row: EntityRow; readonly onSaved: () => void }): ReactNode {
  const t = useT();
  const handle = useEntityForm({ entity, override, stored: row, onSaved });
  return (
    <div className="am-rule-form">
      <EntityForm handle={handle} plain />
      <Button type="primary" loading={handle.busy} disabled={!handle.dirty} onClick={() => void handle.save()}>
        {t('save')}
      </Button>
    </div>
  );
}
