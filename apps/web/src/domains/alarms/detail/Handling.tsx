import type { ReactNode } from 'react';
import { alarmLog } from '@wheelhouse/entities/alarms/alarm-log';
import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/registry';
import { textOf } from '../../../entity-ui/model.ts';
import { RecordLog } from '../../../entity-ui/related/RecordLog.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import type { TagColor } from '../../../ui/Values.tsx';
import { logTexts, useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

const entity = plain(alarmLog);
const tones: Readonly<Record<string, TagColor>> = {
  raise: 'danger',
  reraise: 'danger',
  escalate: 'danger',
  ownerHelp: 'danger',
  recover: 'success',
  handle: 'success',
};

const isChannel = (name: string): name is keyof typeof codes.PushChannel => Object.hasOwn(codes.PushChannel, name);

/** What became of the alarm, the latest first. */
export function Handling({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const dict = useDictLookup();
  /** A push by a rule names its channels, one by staff its template. */
  const pushed = (remark: string): string => {
    const names = remark.split(' ');
    return names.every(isChannel)
      ? names.map((name) => dict('PushChannel', String(codes.PushChannel[name]))?.name ?? name).join(' · ')
      : remark;
  };
  return (
    <RecordLog
      entity={entity}
      record={alarm}
      title={texts('timeline')}
      rows={alarm.logs}
      entry={({ action, remark, handlerName }) => {
        const name = textOf(action);
        const title = logTexts[name];
        return {
          title: title === undefined ? name : pick(title),
          tone: tones[name],
          ...(name === 'assign' && { tags: textOf(handlerName) }),
          ...(name === 'push' && typeof remark === 'string' && { text: pushed(remark) }),
          ...(name === 'raise' && {
            tags: remark === 'device' || remark === 'server' ? texts(remark) : textOf(remark),
            text: null,
          }),
        };
      }}
    />
  );
}
