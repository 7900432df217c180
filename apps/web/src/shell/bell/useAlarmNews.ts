import { useLive } from '../../api/live.ts';
import { useCan } from '../../session/session.ts';

/** New and changed alarms, as the live topic `alarm` sends them. */
export interface AlarmNews {
  readonly raised: readonly { readonly id: string; readonly level: number; readonly type: string }[];
  readonly changed: readonly string[];
}

const isNews = (value: unknown): value is AlarmNews =>
  typeof value === 'object' &&
  value !== null &&
  'raised' in value &&
  Array.isArray(value.raised) &&
  'changed' in value &&
  Array.isArray(value.changed);

/** Calls `onNews` as alarms are raised and change, for those who may see the alarm list; null: some may have been missed. */
export function useAlarmNews(onNews: (news: AlarmNews | null) => void): void {
  const can = useCan();
  useLive(can('alarmManage.query') ? ['alarm'] : [], (event) => {
    if (event.kind === 'resync') onNews(null);
    else if (event.topic === 'alarm' && isNews(event.data)) onNews(event.data);
  });
}
