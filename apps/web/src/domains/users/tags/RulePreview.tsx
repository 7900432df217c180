import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { useAreaName } from '../../../entity-ui/areas.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { RuleWords, wholeRule } from './RuleWords.tsx';
import { useTagTexts } from './texts.ts';

/** The rule being built in words, and on request how many users it selects, with some of them. */
export function RulePreview(): ReactNode {
  const texts = useTagTexts();
  const area = useAreaName();
  const form = Form.useFormInstance();
  const value: unknown = Form.useWatch('rule', { form, preserve: true });
  const type: unknown = Form.useWatch('tagType', form);
  const rule = wholeRule(value);
  const [asked, setAsked] = useState<string>();
  const current = JSON.stringify(rule ?? null);
  const isAsked = rule !== undefined && asked === current;
  const { data, error, refetch } = useCall(
    '/user/crm/userTag/preview',
    { rule },
    { enabled: isAsked, inlineErrors: true, staleTime: 0 },
  );
  if (Number(type) !== 2) return null;
  return (
    <div className="ut-preview">
      {rule === undefined ? null : <RuleWords rule={rule} />}
      <Button
        disabled={rule === undefined}
        loading={isAsked && data === undefined && error === null}
        onClick={() => (isAsked ? void refetch() : setAsked(current))}
      >
        {texts('preview')}
      </Button>
      {!isAsked ? null : data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <output aria-live="polite">
            {data.count === 0
              ? texts('nobody')
              : data.count === 1
                ? texts('foundOne')
                : texts('found', { n: formatNumber(data.count) })}
          </output>
          {data.sample.length === 0 ? null : (
            <DataTable
              dense
              lines
              height={220}
              label={texts('samples', { n: data.sample.length })}
              rows={data.sample}
              rowKey={({ userId }) => userId}
              columns={[
                { key: 'id', label: 'ID', num: true, render: ({ userId }) => userId },
                { key: 'nickname', label: texts('nickname'), head: true, render: ({ nickname }) => nickname },
                { key: 'mobile', label: texts('mobile'), num: true, render: ({ mobile }) => mobile },
                { key: 'city', label: texts('city'), render: ({ cityId }) => area(cityId) ?? none },
              ]}
            />
          )}
        </>
      )}
    </div>
  );
}
