import { f, type Row } from '../fields.ts';
import { messagesMachines } from '../machines/messages.ts';
import type { RouteName } from '../routes.ts';
import { type MoveOptions, transitions } from '../transitions.ts';

/** What people do with a message of any kind, by the buttons of its page. */
export const messageActions = (page: RouteName, more: Pick<MoveOptions, 'buttons'> = {}) =>
  transitions(
    messagesMachines,
    'SM-Message',
    {
      submit: {},
      approve: {
        confirm: {
          zh: '通过「{name}」？将发送给{count}位用户。',
          en: 'Approve “{name}”? It goes to {count} {count|user|users}.',
        },
        input: { remark: f.longText({ logged: true, max: 200 }) },
      },
      reject: { input: { remark: f.longText({ logged: true, required: true, min: 5, max: 200 }) } },
      send: {
        fixedInput: { action: 'publish' },
        label: { zh: '立即发送', en: 'Send now' },
        confirm: { zh: '将向{count}位用户发送，确定吗？', en: 'Send to {count} {count|user|users}?' },
      },
      cancelTimer: {
        confirm: { zh: '取消发送，「{name}」退回草稿？', en: 'Cancel sending and return “{name}” to draft?' },
      },
      stop: {
        danger: true,
        next: true,
        confirm: {
          zh: '停止发送「{name}」？其余用户不再收到，未读的不再显示。',
          en: 'Stop sending “{name}”? The rest will not get it, and what is unread is no longer shown.',
        },
      },
      revoke: {
        danger: true,
        next: true,
        confirm: {
          zh: '撤回「{name}」？将不再显示，已推送到手机的通知无法收回。',
          en: 'Withdraw “{name}”? It is no longer shown. Pushes that reached phones cannot be recalled.',
        },
      },
    },
    { page, ...more },
  );

/**
 * The same for messages that may go to all users of the app: to approve or send one of those, its title is typed again.
 * @param isForAll whether a message goes to all of them
 * @for a message that may go to all users of the app: with `isForAll`, and that of `messageSteps`: its title is typed again before it goes
 */
export function confirmedMessageActions(page: RouteName, isForAll: (message: Row) => boolean) {
  const steps = messageActions(page);
  const retype = f.text({
    max: 40,
    label: { zh: '再次输入标题', en: 'Type the title again' },
    help: { zh: '将发送给全部用户，请输入标题确认', en: 'It goes to all users: enter its title to confirm' },
    visible: (_, message) => message === undefined || isForAll(message),
  });
  return {
    ...steps,
    approve: { ...steps.approve, input: { ...steps.approve.input, retype } },
    send: { ...steps.send, input: { retype } },
  };
}
