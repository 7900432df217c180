import { Alert, Form } from 'antd';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useListed } from '../../i18n/lang.ts';
import { Section } from '../../ui/Layout.tsx';
import { useFormTexts } from './texts.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { FieldItems } from './FieldItems.tsx';
import { suggestedTimes } from './changes.ts';
import { emptyBelow, valuesOf } from './values.ts';
import type { EntityFormHandle } from './useEntityForm.tsx';
import { useSaveKey } from './useSaveKey.ts';
import { part } from '../../ui/part.tsx';
import '../entity-ui.css';

const AudienceCount = part(() => import('./AudienceCount.tsx'));
const GeoPicker = part(() => import('../map/GeoPicker.tsx'));

const oftenFrom = 3;

interface CommonReason {
  readonly said?: string;
  /** Labels of the fields that it locks; none where it locks all. */
  readonly locked: string[];
  /** Labels of the fields that may be changed. */
  readonly open: string[];
}

/** A reason that locks many fields: said once above them, not under each. */
function commonReason(sections: EntityFormHandle['sections']): CommonReason {
  const fields = sections.flatMap((section) => section.fields);
  const lockedBy = (reason: string) => fields.filter(({ locked }) => locked === reason);
  const said = fields.find(({ locked }) => locked !== undefined && lockedBy(locked).length >= oftenFrom)?.locked;
  if (said === undefined) return { locked: [], open: [] };
  const locked = lockedBy(said);
  return {
    said,
    locked: locked.length === fields.length ? [] : locked.map(({ label }) => label),
    open: fields.filter((field) => field.locked === undefined).map(({ label }) => label),
  };
}

/** The reason with the shorter list: of what it locks, or of what may still be changed. */
function LockNotice({ said, locked, open }: CommonReason): ReactNode {
  const texts = useFormTexts();
  const list = useListed();
  if (said === undefined) return null;
  const title =
    locked.length === 0
      ? said
      : open.length > 0 && open.length < locked.length
        ? texts('openFields', { fields: list(open), reason: said })
        : texts('lockedFields', { fields: list(locked), reason: said });
  return <Alert type="info" showIcon title={title} className="eu-gap" />;
}

/** The fields of a record's form. Its buttons belong to the page or dialog around it. */
export function EntityForm({
  handle,
  plain = false,
  onEnter = handle.save,
}: {
  readonly handle: EntityFormHandle;
  readonly plain?: boolean;
  /** What Enter does in a field. */
  readonly onEnter?: () => unknown;
}): ReactNode {
  const { form, sections, entity, stored, initial, busy, refusal } = handle;
  const problem = useRef<HTMLDivElement>(null);
  const common = commonReason(sections);
  const submit = useRef<HTMLButtonElement>(null);
  useSaveKey(() => void handle.save(), submit);
  useEffect(() => {
    if (refusal !== undefined) problem.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      onValuesChange={(changed: object) => onChange(handle, changed)}
      onFinish={() => void onEnter()}
      scrollToFirstError={false}
      className="eu-form"
    >
      <DraftOffer draft={handle.draft} onRestore={handle.restoreDraft} />
      <LockNotice {...common} />
      {refusal === undefined ? null : (
        <div ref={problem}>
          <Alert type="error" showIcon title={refusal} className="eu-gap" />
        </div>
      )}
      {sections
        .filter((section) => section.fields.length > 0)
        .map((section, at) => {
          const names = section.fields.map((field) => field.name);
          const fields = (
            <>
              <FieldItems
                fields={section.fields}
                owner={entity.name}
                stored={stored}
                disabled={busy}
                said={common.said}
              />
              {names.map((name) => {
                const Below = handle.override?.below?.[name];
                // Its code may still be on its way: the fields do not wait for it, and have their places already.
                return Below === undefined ? null : (
                  <Suspense key={name} fallback={<div className="eu-below" aria-busy="true" />}>
                    <Below stored={stored} />
                  </Suspense>
                );
              })}
              {entity.audience?.counted === true &&
              entity.audience.fields.slice(0, 1).some((name) => names.includes(name)) ? (
                <Suspense fallback={<div className="eu-below" aria-busy="true" />}>
                  <AudienceCount entity={entity} form={form} />
                </Suspense>
              ) : null}
              {names.includes('lng') && names.includes('lat') ? (
                <Suspense fallback={<div className="eu-below" aria-busy="true" />}>
                  <GeoPicker form={form} disabled={busy} onPicked={(point) => onChange(handle, point)} />
                </Suspense>
              ) : null}
            </>
          );
          if (plain && section.title === undefined) return <div key={at}>{fields}</div>;
          return plain ? (
            <fieldset key={at} className="eu-fieldset">
              <legend>{section.title}</legend>
              {fields}
            </fieldset>
          ) : (
            <Section key={at} title={section.title}>
              {fields}
            </Section>
          );
        })}
      <button ref={submit} type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </Form>
  );
}

function onChange({ entity, form, stored, onValuesChange }: EntityFormHandle, changed: object): void {
  emptyBelow(form, entity.fields, changed);
  // Until somebody has chosen a time, it follows the one that it is suggested from.
  const times = stored === undefined ? suggestedTimes(entity, valuesOf(form), Object.keys(changed)) : {};
  for (const [name, time] of Object.entries(times)) if (!form.isFieldTouched(name)) form.setFieldValue(name, time);
  onValuesChange(changed);
}
