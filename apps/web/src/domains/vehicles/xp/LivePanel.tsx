import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import type { EntityRow } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { useTexts, type Texts } from '../../../i18n/lang.ts';
import { none, withUnit } from '../../../ui/format.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { SourceTag } from '../../../ui/SourceTag.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { StatusTag, TimeAgo } from '../../../ui/Values.tsx';

const ownTexts = {
  title: { zh: 'XP实时状态', en: 'XP live status' },
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '离线', en: 'Offline' },
  soc: { zh: '电量', en: 'Charge' },
  speed: { zh: '速度', en: 'Speed' },
  odometer: { zh: '总里程', en: 'Odometer' },
  voltage: { zh: '电压', en: 'Voltage' },
  locked: { zh: '车锁', en: 'Lock' },
  yes: { zh: '已锁', en: 'Locked' },
  no: { zh: '未锁', en: 'Unlocked' },
  bound: { zh: '绑定', en: 'Owner' },
  isBound: { zh: '已绑定', en: 'Bound' },
  isFree: { zh: '未绑定', en: 'None' },
  position: { zh: '位置', en: 'Position' },
  reported: { zh: '上报', en: 'Reported' },
} as const satisfies Texts;

/** What XP says of the vehicle at this moment. */
export default function LivePanel({ row }: { readonly row: EntityRow }): ReactNode {
  const t = useT();
  const texts = useTexts(ownTexts);
  const { data, error, isFetching, refetch } = useCall(
    '/veh/crm/vehicleXp/live',
    { id: row.id },
    { inlineErrors: true },
  );
  const again = (
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
  );
  if (data === undefined)
    return (
      <Section title={texts('title')} extra={again}>
        <PendingState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  const { state } = data;
  return (
    <Section
      title={texts('title')}
      extra={
        <>
          <SourceTag name="XP" source={data.source} /> {again}
        </>
      }
    >
      <DescriptionList
        items={[
          {
            key: 'online',
            label: texts('reported'),
            value: (
              <span>
                <StatusTag color={state.online ? 'success' : 'default'}>
                  {texts(state.online ? 'online' : 'offline')}
                </StatusTag>{' '}
                <TimeAgo value={state.reportTime} />
              </span>
            ),
          },
          { key: 'soc', label: texts('soc'), value: withUnit(state.soc, '%', 0) },
          { key: 'speed', label: texts('speed'), value: withUnit(state.speedKmh, 'km/h', 1) },
          { key: 'odometer', label: texts('odometer'), value: withUnit(state.odometerKm, 'km', 1) },
          { key: 'voltage', label: texts('voltage'), value: withUnit(state.voltageV, 'V', 1) },
          {
            key: 'locked',
            label: texts('locked'),
            value: state.locked === null ? none : texts(state.locked ? 'yes' : 'no'),
          },
          { key: 'bound', label: texts('bound'), value: texts(state.bound ? 'isBound' : 'isFree') },
          ...(typeof state.lng === 'number' && typeof state.lat === 'number'
            ? [
                {
                  key: 'position',
                  label: texts('position'),
                  value: <span className="wh-num">{`${state.lng}, ${state.lat}`}</span>,
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
