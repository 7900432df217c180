import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import { useRef } from 'react';
import { shownAs, type EntityDef } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { invalidate } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { useT } from '../../i18n/common.ts';
import { notify } from '../../lib/notify.ts';
import { useCan } from '../../session/session.ts';
import { formatNumber } from '../../ui/format.ts';
import { useDialogs } from '../dialogs.tsx';
import { basePath, pathUnder, textOf, type EntityRow } from '../model.ts';
import type { Override } from '../override.ts';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';
import { useValueText } from '../value-text.ts';
import { refusedNow } from './useRefused.ts';
import { bodyOf, actionsOf, refusalText, type RecordAction, type ActionPlace } from './record-actions.ts';
import { dialogPart } from '../../ui/part.tsx';

const ActionDialog = dialogPart(() => import('./ActionDialog.tsx'));
const SkippedDialog = dialogPart(() => import('./SkippedDialog.tsx'));
const PasswordDialog = dialogPart(() => import('./PasswordDialog.tsx'));
const SecretDialog = dialogPart(() => import('./SecretDialog.tsx'));

export interface RecordActions {
  readonly entity: EntityDef;
  /** Actions this user may do at a place, for one row where given. */
  offered(place: ActionPlace, row?: EntityRow): readonly RecordAction[];
  /** Why an action is not possible on a row now. */
  reason(action: RecordAction, row: EntityRow): string | undefined;
  /** Asks, runs the action, shows the outcome and reloads what it changed. True when it was done. */
  run(action: RecordAction, rows: readonly EntityRow[]): Promise<boolean>;
}

/** Does an action that needs no question; null when it was refused, which is then shown. */
async function sendAction(action: RecordAction, ids: readonly string[]): Promise<ActionAnswer | null> {
  const answer = await attempt(call(action.path, bodyOf(action, ids, {})));
  return answer === undefined ? null : (answer ?? {});
}

/** How many people messages reach, as text; undefined when that is not known, which is then shown. */
async function readCount(entity: EntityDef, ids: readonly string[]): Promise<string | undefined> {
  const path = pathUnder<'estimate'>(entity, 'estimate');
  const found = await attempt(Promise.all(ids.map((id) => call(path, { id }))));
  return found && formatNumber(found.reduce((sum, { count }) => sum + count, 0));
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What the questions of actions hold beyond their fields. */
type QuestionParts = Pick<Override, 'asks' | 'actionInputs' | 'starts'>;

/**
 * What can be done to an entity's records, for tables, details and pages of one's own.
 * @for the form of an action that begins with what is known: `starts` of the override, or of the third argument: the sheet of a repair in `repairs/repairDetail.page.tsx`
 */
export function useRecordActions(
  entity: EntityDef,
  onDone?: (action: RecordAction) => void,
  { asks, starts, actionInputs }: QuestionParts = {},
): RecordActions {
  const titleOf = useTitleOf();
  const can = useCan();
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const valueText = useValueText();
  const dialogs = useDialogs();
  const asking = useRef(false);

  const showOutcome = async (action: RecordAction, rows: readonly EntityRow[], result: ActionAnswer): Promise<void> => {
    const { skipped = [], secret, deviceId, mqttPassword, newPassword } = result;
    const [first] = rows;
    const changed = result.deleted ?? result.changed;
    if (typeof secret === 'string')
      await dialogs.open((close) => (
        <SecretDialog
          deviceId={deviceId ?? ''}
          secret={secret}
          mqttPassword={mqttPassword}
          onClose={() => close(null)}
        />
      ));
    else if (typeof newPassword === 'string' && first !== undefined)
      await dialogs.open((close) => (
        <PasswordDialog
          name={titleOf(entity, first)}
          username={textOf(first['username'])}
          password={newPassword}
          onClose={() => close(null)}
        />
      ));
    else if (rows.length > 1 && countOf(changed) > 0)
      notify.success(texts(action.key === 'delete' ? 'deleted' : 'changed', { n: countOf(changed) }));
    else if (result.waiting !== undefined) notify.info(texts('waits'));
    else if (skipped.length === 0) notify.success(t('done'));
    if (skipped.length > 0) {
      const names = new Map(rows.map((row) => [row.id, titleOf(entity, row)]));
      void dialogs.open((close) => (
        <SkippedDialog
          skipped={skipped.map((one) => ({ ...one, name: names.get(one.id) ?? one.id }))}
          onClose={() => close(null)}
        />
      ));
    }
  };

  const ask = async (action: RecordAction, rows: readonly EntityRow[], name: string): Promise<ActionAnswer | null> => {
    const ids = rows.map((row) => row.id);
    if (action.confirm === undefined && action.input === undefined) return sendAction(action, ids);
    const [first] = rows;
    const login = textOf(first?.['username']);
    const username = rows.length === 1 ? login : texts('manyRecords', { name: login, n: rows.length });
    const asksCount = action.confirm?.zh.includes('{count}') === true;
    const count = asksCount ? await readCount(entity, ids) : '';
    if (count === undefined) return null;
    const question =
      action.confirm === undefined ? undefined : pick(action.confirm, { name, username, n: rows.length, count });
    const start = rows.length === 1 && first !== undefined ? await starts?.[action.key]?.(first) : undefined;
    const Ask = asks?.[action.key];
    return dialogs.open<ActionAnswer>((close) => (
      <ActionDialog
        entity={entity}
        action={action}
        ids={ids}
        name={name}
        question={question}
        record={rows.length === 1 ? first : undefined}
        start={start}
        below={Ask && <Ask ids={ids} />}
        inputs={actionInputs?.[action.key]}
        onClose={close}
      />
    ));
  };

  return {
    entity,
    offered: (place, row) =>
      actionsOf(entity).filter(
        (action) => action.where.includes(place) && can(action.code) && (row === undefined || action.offered(row)),
      ),
    reason: (action, row) => {
      const refusal = action.refusal(row);
      return refusal === undefined
        ? undefined
        : refusalText(refusal, valueText(shownAs(entity, refusal.field), row[refusal.field], row, refusal.field));
    },
    run: async (action, rows) => {
      const [first] = rows;
      if (first === undefined) return false;
      // Nobody types a reason for what is refused anyway.
      const asksFirst = rows.length === 1 && (action.input !== undefined || action.confirm !== undefined);
      // A second click while the first one is asked about opens no second dialog.
      if (asking.current) return false;
      asking.current = asksFirst;
      const refused = asksFirst ? await refusedNow(entity, first.id, action.key) : undefined;
      asking.current = false;
      if (refused !== undefined) {
        notify.error(refused.message);
        void invalidate(basePath(entity));
        return false;
      }
      const name =
        rows.length === 1
          ? titleOf(entity, first)
          : texts('manyRecords', { name: titleOf(entity, first), n: rows.length });
      const result = await ask(action, rows, name);
      if (result === null) return false;
      void invalidate(basePath(entity));
      onDone?.(action);
      await showOutcome(action, rows, result);
      return true;
    },
  };
}
