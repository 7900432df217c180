import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../entity-ui/model.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { useAgoText } from '../fleet/ago.ts';
import { useCauseText } from '../fleet/state-facts.tsx';
import { useVehicleStatus } from '../fleet/useVehicleStatus.ts';
import { hrefOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import type { ChosenVehicle } from './vehicle.ts';

const texts = {
  title: { zh: '可以这样处理', en: 'What to try' },
  offline: { zh: '车辆自{time}起离线：{why}。', en: 'The vehicle has been offline since {time}: {why}.' },
  offlineNever: {
    zh: '车辆从未上报，请检查中控与SIM卡的安装。',
    en: 'The vehicle has never reported: check its ECU and SIM card.',
  },
  queue: {
    zh: '点「重试」并选择离线缓存：上线后自动下发。',
    en: 'Press “Retry” and queue the command: it is sent when the vehicle comes online.',
  },
  sim: { zh: '先为SIM卡复机：', en: 'Resume its SIM card first:' },
  weak: {
    zh: '信号弱（{csq}/31）：请车主把车推到开阔处或离开地库后再试。',
    en: 'The signal is weak ({csq}/31): ask the owner to move the vehicle into the open or out of the garage, then try again.',
  },
  quiet: {
    zh: '最近一次上报在{ago}：先下发「查询状态」，看车辆是否还在应答。',
    en: 'The last report was {ago}: send “Query” first to see whether the vehicle still answers.',
  },
  low: { zh: '电量只有{soc}%：请车主先充电。', en: 'The charge is only {soc}%: ask the owner to charge it.' },
  answers: {
    zh: '车辆在线，直接重试一次；超时多为短暂的网络延迟。',
    en: 'The vehicle is online: try once more. A time-out is mostly a short delay of the network.',
  },
  wake: {
    zh: '仍不应答：请车主打开电门或晃动车辆以唤醒中控，再重试。',
    en: 'Still no answer: ask the owner to turn the vehicle on, or to move it, which wakes the ECU; then try again.',
  },
  bluetooth: {
    zh: '车主在车旁时，可以在APP里用蓝牙开锁，不需要网络。',
    en: 'An owner beside the vehicle can unlock it by Bluetooth in the app, without the network.',
  },
} as const satisfies Texts;

const [weakSignal, lowCharge, quietSec] = [8, 10, 60];

/** What usually helps a vehicle in this state, the likeliest first. */
function useAdvice(status: VehicleStatus | undefined, age: number | null): readonly string[] {
  const words = useTexts(texts);
  const cause = useCauseText();
  const agoText = useAgoText();
  if (status === undefined) return [words('wake'), words('bluetooth')];
  const { offline, csq, soc } = status;
  const weak = csq !== null && csq < weakSignal ? [words('weak', { csq })] : [];
  const low = soc !== null && soc <= lowCharge ? [words('low', { soc })] : [];
  const end = [...weak, ...low, words('wake'), words('bluetooth')];
  if (offline === null)
    return [age !== null && age > quietSec ? words('quiet', { ago: agoText(age) }) : words('answers'), ...end];
  if (offline.since === null) return [words('offlineNever'), words('queue'), words('bluetooth')];
  return [words('offline', { time: offline.since, why: cause(offline.cause) }), words('queue'), ...end];
}

/** Beside a command that was not answered: what to try, by the state that the vehicle is in now. */
export function Advice({ vehicle }: { readonly vehicle: ChosenVehicle }): ReactNode {
  const words = useTexts(texts);
  const can = useCan();
  const { status, age } = useVehicleStatus(vehicle.id);
  const advice = useAdvice(status, age);
  const iccid = textOf(vehicle.row.iccid);
  const stopped = status?.offline?.cause === 'simStopped' && iccid !== '' && can('simIndex.query');
  return (
    <section className="rc-advice" aria-label={words('title')}>
      <h4>{words('title')}</h4>
      <ul>
        {stopped ? (
          <li>
            {words('sim')}{' '}
            <Link className="wh-num" to={hrefOf('simIndex', { 'iccid.eq': iccid })}>
              {iccid}
            </Link>
          </li>
        ) : null}
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
