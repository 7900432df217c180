import { Button, Form, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { ownJson } from '@wheelhouse/contract/object';
import type { EntityDef, Row } from '@wheelhouse/entities';
import { useCall } from '../../api/query.ts';
import { useDict } from '../../reference/reference.ts';
import { PendingState } from '../../ui/States.tsx';
import { formatNumber } from '../../ui/format.ts';
import { pathUnder } from '../model.ts';
import { useFormTexts } from './texts.ts';

/** How many people the form's message would go to: asked for by a button, and again after a change. */
export default function AudienceCount({
  entity,
  form,
}: {
  readonly entity: EntityDef;
  readonly form: FormInstance<Row>;
}): ReactNode {
  const texts = useFormTexts();
  const receivers = useDict('NoticeReceiver');
  const platforms = useDict('ClientOs');
  const names = entity.audience?.fields ?? [];
  const json: unknown = Form.useWatch(
    (values: Row) => JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null]))),
    { form, preserve: true },
  );
  const [asked, setAsked] = useState<string>();
  const audience = typeof json === 'string' ? json : '{}';
  const isAsked = asked === audience;
  const { data, error, refetch } = useCall(
    pathUnder<'estimate'>(entity, 'estimate'),
    { audience: ownJson<Row>(audience) },
    { enabled: isAsked, inlineErrors: true },
  );
  const named = (items: typeof receivers, counts: Readonly<Record<string, number>> = {}): readonly string[] =>
    items
      .filter(({ code }) => counts[code] !== undefined)
      .map(({ code, name }) => `${name} ${formatNumber(counts[code] ?? 0)}`);
  const byReceiver = named(receivers, data?.byReceiver);
  // What only users of the app get depends on their phones.
  const parts = byReceiver.length > 1 ? byReceiver : named(platforms, data?.byOs);
  return (
    <div className="eu-ask">
      <Button onClick={() => setAsked(audience)}>{texts('estimate')}</Button>
      {!isAsked ? null : data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <output aria-live="polite">
          {texts(data.count === 0 ? 'estimateNobody' : 'estimated', { n: formatNumber(data.count) })}
          {parts.length < 2 ? null : <span className="wh-faint"> {parts.join(' · ')}</span>}
        </output>
      )}
    </div>
  );
}
