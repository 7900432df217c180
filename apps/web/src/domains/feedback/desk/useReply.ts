import type { FormInstance } from 'antd';
import { useState } from 'react';
import { validateInput, type Row, type StoredField } from '@wheelhouse/entities';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { call } from '../../../api/client.ts';
import { isApiError, messageOf } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { allArrived } from '../../../entity-ui/files/underway.ts';
import { showErrors } from '../../../entity-ui/form/errors.ts';
import { validationContext } from '../../../entity-ui/form/validation.ts';
import { valuesOf } from '../../../entity-ui/form/values.ts';
import { basePath, pathUnder } from '../../../entity-ui/model.ts';

const entity = plain(feedback);
const staleCode = 1005;
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export type ReplyStep = 'reply' | 'follow';
/** What a step asks for. */
export const inputOf = (step: ReplyStep): Readonly<Record<string, StoredField>> => entity.actions?.[step]?.input ?? {};

export interface Reply {
  readonly busy: boolean;
  readonly refusal: string | undefined;
  /** Somebody else was faster. */
  readonly stale: boolean;
  readonly forget: () => void;
  /** @returns whether it was done */
  readonly send: (step: ReplyStep) => Promise<boolean>;
}

/** Checks and sends what the desk holds, over the record as it is shown. */
export function useReply(row: RowOf<'feedback'>, form: FormInstance<Row>): Reply {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [stale, setStale] = useState(false);
  const refused = (error: unknown, names: readonly string[]): void => {
    const errors = isApiError(error) ? error.errors.filter(({ field }) => names.includes(field)) : [];
    if (isApiError(error, staleCode)) setStale(true);
    else if (errors.length > 0) showErrors(form, names, errors);
    else setRefusal(messageOf(error));
  };
  const sendNow = async (step: ReplyStep): Promise<boolean> => {
    const input = inputOf(step);
    const names = Object.keys(input);
    const given = Object.fromEntries(
      Object.entries(valuesOf(form)).filter(([name, value]) => names.includes(name) && isGiven(value)),
    );
    const checked = validateInput(input, given, validationContext());
    showErrors(form, names, checked.errors);
    if (checked.errors.length > 0) return false;
    try {
      const fixed = entity.actions?.[step]?.fixedInput;
      await call(pathUnder(entity, 'deal'), { id: row.id, rev: row.rev, ...fixed, ...checked.values });
      void invalidate(basePath(entity), '/cs/crm/feedbackReply', '/cs/crm/feedbackNote');
      return true;
    } catch (error) {
      refused(error, names);
      return false;
    }
  };
  const send = async (step: ReplyStep): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(undefined);
    const done = (await allArrived(form)) && (await sendNow(step));
    setBusy(false);
    return done;
  };
  return {
    busy,
    refusal,
    stale,
    forget: () => {
      setStale(false);
      setRefusal(undefined);
    },
    send,
  };
}
