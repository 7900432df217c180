import type { Text } from '@wheelhouse/contract/lang';
import { holds } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';

/** Stands for a text that may say where a vehicle is, or was. */
const hidden: Text = {
  zh: '内容可能含车辆位置，没有查看权限',
  en: 'May reveal a vehicle’s position, which you are not allowed to see',
};

/**
 * Messages about alarms as a user may read them: templates put the place into titles and bodies, which takes one of the rights to see places, as
 * the alarm's own position does.
 * @for texts of messages that name places, on a page of the console: left out without the right; `readMessages` for the inbox of a user
 */
export function alarmTexts<Row extends { readonly title: Text; readonly body: Text }>(
  { user }: Pick<CallContext, 'user'>,
  rows: readonly Row[],
): readonly Row[] {
  if (holds(user, 'alarmManage.viewLocation') || holds(user, 'privacy.viewLocation')) return rows;
  return rows.map((row) => ({ ...row, title: hidden, body: hidden }));
}
