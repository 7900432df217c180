import { ReloadOutlined } from '@ant-design/icons';
import type { SimRealtime } from '@wheelhouse/contract/calls/sim';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useEffect, type ReactNode } from 'react';
import { invalidate, useAction, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DescriptionList, Section } from '../../ui/Layout.tsx';
import { SourceTag } from '../../ui/SourceTag.tsx';
import { PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { Answers } from './Answers.tsx';
import { useSimTexts } from './texts.ts';

type Card = Pick<RowOf<'simCard'>, 'iccid' | 'imei'>;

/** The last digit of an IMEI is not always reported. */
const isOther = (seen: string | null, own: string | null): boolean =>
  seen !== null && own !== null && own !== '' && seen.slice(0, 14) !== own.slice(0, 14);

/** Ties the card to its vehicle's device, or unties it. */
function LockButton({
  iccid,
  imei,
  locked,
}: {
  readonly iccid: string;
  readonly imei: string;
  readonly locked: boolean;
}) {
  const words = useSimTexts();
  const lock = useAction('/veh/crm/simCard/imeiLock', {
    invalidates: ['/veh/crm/simCard'],
    done: ({ confirmed }) => words(confirmed === 1 ? 'lockDone' : 'lockOpen'),
  });
  return (
    <ConfirmButton
      size="small"
      danger={locked}
      question={locked ? words('unlockQuestion') : words('lockQuestion', { imei })}
      onConfirm={() => lock.mutate({ iccid, imei, lock: locked ? 0 : 1 })}
    >
      {words(locked ? 'unlock' : 'lock')}
    </ConfirmButton>
  );
}

function LiveFacts({ data, own }: { readonly data: SimRealtime; readonly own: string | null }): ReactNode {
  const words = useSimTexts();
  const state = useDictLookup()('SimStatus', data.simStatus);
  return (
    <DescriptionList
      items={[
        { key: 'state', label: words('atCarrier'), value: <StatusTag color={state?.color}>{state?.name}</StatusTag> },
        {
          key: 'online',
          label: words('net'),
          value: (
            <StatusTag color={data.netStatus === 1 ? 'success' : 'default'}>
              {words(data.netStatus === 1 ? 'online' : 'offline')}
            </StatusTag>
          ),
        },
        {
          key: 'session',
          label: words('session'),
          value: data.sessionStart === null ? null : <DateTime value={data.sessionStart} />,
        },
        { key: 'ip', label: words('ip'), value: data.ip },
        { key: 'rat', label: words('rat'), value: data.rat },
        { key: 'cell', label: words('cell'), value: data.cellId },
        { key: 'apn', label: words('apn'), value: data.apn },
        {
          key: 'seen',
          label: words('imeiSeen'),
          value: isOther(data.imeiSeen, own) ? (
            <>
              {data.imeiSeen} <StatusTag color="danger">{words('moved')}</StatusTag>
            </>
          ) : (
            data.imeiSeen
          ),
        },
        { key: 'own', label: words('ownImei'), value: own ?? words('noVehicle') },
        { key: 'lock', label: words('lockState'), value: words(data.imeiLock === 1 ? 'locked' : 'notLocked') },
      ]}
    />
  );
}

/** The card at its carrier, at this moment, and what the carrier has said before. */
export default function Live({ row }: { readonly row: RowOf<'simCard'> }): ReactNode {
  const { iccid } = row;
  const asked = useCall('/veh/crm/simCard/realtime', { iccid }, { inlineErrors: true });
  const answered = Math.max(asked.dataUpdatedAt, asked.errorUpdatedAt);
  // What the carrier has just said is among them.
  useEffect(() => {
    if (answered > 0) void invalidate('/veh/crm/simCard/answers');
  }, [answered]);
  return (
    <div className="eu-stack">
      <LiveState row={row} />
      <Answers id={row.id} />
    </div>
  );
}

/** The card at its carrier, at this moment. */
export function LiveState({ row: { iccid, imei } }: { readonly row: Card }): ReactNode {
  const t = useT();
  const words = useSimTexts();
  const can = useCan();
  const { data, error, isFetching, refetch } = useCall('/veh/crm/simCard/realtime', { iccid }, { inlineErrors: true });
  const own = typeof imei === 'string' ? imei : null;
  const lockable = data !== undefined && own !== null && can('simIndex.imeiLock');
  return (
    <Section
      title={words('live')}
      extra={
        <>
          <SourceTag name={words('carrier')} source={data?.source} />
          {lockable ? <LockButton iccid={iccid} imei={own} locked={data.imeiLock === 1} /> : null}
          <button
            type="button"
            className="wh-icon-button"
            aria-label={t('refresh')}
            title={t('refresh')}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            <ReloadOutlined spin={isFetching} />
          </button>
        </>
      }
    >
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : (
        <LiveFacts data={data} own={own} />
      )}
    </Section>
  );
}
