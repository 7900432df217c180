import type { SimAnswer } from '@wheelhouse/contract/calls/sim';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { useSimTexts } from './texts.ts';
import './sim.css';

function Answer({ answer: { time, api, resultCode, costMs, request, response } }: { readonly answer: SimAnswer }) {
  const words = useSimTexts();
  const isGood = resultCode === '0';
  return (
    <details className="sim-answer">
      <summary>
        <DateTime value={time} />
        <code>{api}</code>
        <StatusTag color={isGood ? 'success' : 'danger'}>{isGood ? words('answered') : resultCode}</StatusTag>
        <small className="wh-num">{formatNumber(costMs)} ms</small>
      </summary>
      <pre className="eu-code">
        {request === null ? '' : `→ ${JSON.stringify(request, null, 2)}\n`}
        {`← ${JSON.stringify(response, null, 2)}`}
      </pre>
    </details>
  );
}

/** The last answers of the carrier about a card, as they came. */
export function Answers({ id }: { readonly id: string }): ReactNode {
  const words = useSimTexts();
  const { data, error, refetch } = useCall('/veh/crm/simCard/answers', { id }, { inlineErrors: true });
  return (
    <Section title={words('answers')} extra={<span className="wh-faint">{words('answersHint')}</span>} flush>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState small title={words('noAnswers')} />
      ) : (
        data.map((answer, at) => <Answer key={`${answer.time} ${at}`} answer={answer} />)
      )}
    </Section>
  );
}
