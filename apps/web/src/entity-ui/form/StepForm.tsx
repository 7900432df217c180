import { CheckOutlined } from '@ant-design/icons';
import { Form } from 'antd';
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { recordOf } from '@wheelhouse/contract/object';
import type { Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick, type Text } from '../../i18n/lang.ts';
import { Button } from '../../ui/Button.tsx';
import type { EntityRow } from '../model.ts';
import { useFormTexts } from './texts.ts';
import { DraftState } from './DraftState.tsx';
import { EntityForm } from './EntityForm.tsx';
import { useEntityForm, type EntityFormHandle, type EntityFormOptions } from './useEntityForm.tsx';
import './step-form.css';

/** What stands beside or instead of a step's fields. */
export interface StepPartProps {
  /** As they are entered, of all steps. */
  readonly values: Row;
  readonly stored: EntityRow | undefined;
}

/** A step of a form: sections of its entity's form. */
export interface FormStep<Name extends string = string> {
  readonly label: Text;
  /** A field of its first section; the sections up to the next step are its own. Without, it has no fields. */
  readonly from?: Name;
  readonly aside?: ComponentType<StepPartProps>;
  /** Instead of fields. */
  readonly content?: ComponentType<StepPartProps>;
}

export interface StepFormHandle extends EntityFormHandle {
  readonly steps: readonly FormStep[];
  readonly at: number;
  readonly go: (at: number) => void;
  /** Goes on when the fields of this step and of those before are right. */
  readonly next: () => void;
  /** Steps that were left with errors. */
  readonly wrong: ReadonlySet<number>;
}

type Sections = EntityFormHandle['sections'];

/** The step that each section belongs to. */
function stepsOfSections(sections: Sections, steps: readonly FormStep[]): readonly number[] {
  let current = 0;
  return sections.map(({ fields }) => {
    const begun = steps.findIndex(({ from }) => from !== undefined && fields.some(({ name }) => name === from));
    if (begun >= 0) current = begun;
    return current;
  });
}

const namesOf = (sections: Sections): readonly string[] =>
  sections.flatMap(({ fields }) => fields.map(({ name }) => name));

/**
 * One form over several steps: fields, rules, drafts and conflicts are those of the entity's form.
 * @for a form over several steps: a step begins at a field of the form and has its sections up to the next one; `keep` saves and stays, `StepBar` has
 * the way: `task/OtaTaskForm.tsx`
 */
export function useStepForm(
  options: Omit<EntityFormOptions, 'reveal'> & { readonly steps: readonly FormStep[]; readonly start?: number },
): StepFormHandle {
  const { steps, start = 0, ...rest } = options;
  const [at, setAt] = useState(start);
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set());
  const reveal = (fields: readonly string[], sections: Sections): void => {
    const of = stepsOfSections(sections, steps);
    const found = new Set(
      fields.map((field) => of[sections.findIndex((one) => one.fields.some(({ name }) => name === field))] ?? 0),
    );
    // Its fields have to be there before they can show what is wrong with them.
    flushSync(() => {
      setWrong(found);
      if (!found.has(at)) setAt(Math.min(...found));
    });
  };
  const handle = useEntityForm({ ...rest, reveal });
  const places = stepsOfSections(handle.sections, steps);
  const go = (to: number): void => {
    const passed = steps.map((_, step) => step).filter((step) => step < to && step >= at);
    for (const step of passed) {
      const names = namesOf(handle.sections.filter((_, index) => places[index] === step));
      if (step !== at) flushSync(() => setAt(step));
      if (handle.check(names)) continue;
      setWrong(new Set([...wrong, step]));
      return;
    }
    setWrong(new Set([...wrong].filter((step) => !passed.includes(step))));
    setAt(to);
  };
  return { ...handle, steps, at, go, next: () => go(Math.min(at + 1, steps.length - 1)), wrong };
}

function StepsLine({ handle }: { readonly handle: StepFormHandle }): ReactNode {
  const { steps, at, go, wrong, busy } = handle;
  const pick = usePick();
  const texts = useFormTexts();
  const line = useRef<HTMLOListElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ol ref={line} className="eu-steps">
      {steps.map(({ label }, step) => {
        const state = wrong.has(step) && step !== at ? 'wrong' : step < at ? 'done' : step === at ? 'now' : 'ahead';
        return (
          <li key={step} data-state={state}>
            <button
              type="button"
              aria-current={step === at ? 'step' : undefined}
              disabled={busy}
              onClick={() => go(step)}
            >
              <span className="eu-step-mark" aria-hidden="true">
                {state === 'done' ? <CheckOutlined /> : state === 'wrong' ? '!' : step + 1}
              </span>
              <span className="eu-step-label">{pick(label)}</span>
              {state === 'wrong' ? <span className="wh-visually-hidden">{texts('stepWrong')}</span> : null}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The steps, the fields of the one that is open, and what stands beside them. */
export function StepForm({ handle }: { readonly handle: StepFormHandle }): ReactNode {
  const { steps, at, form, stored } = handle;
  const watched: unknown = Form.useWatch((all: Row) => all, { form, preserve: true });
  const values = { ...handle.initial, ...recordOf(watched) };
  const step = steps[at];
  const places = stepsOfSections(handle.sections, steps);
  const shown = { ...handle, sections: handle.sections.filter((_, index) => places[index] === at) };
  const part = (Part: ComponentType<StepPartProps> | undefined): ReactNode =>
    Part === undefined ? null : (
      <Suspense fallback={null}>
        <Part values={values} stored={stored} />
      </Suspense>
    );
  return (
    <>
      <StepsLine handle={handle} />
      <div className={step?.aside === undefined ? undefined : 'eu-form-aside eu-step-aside'}>
        <div className="eu-stack">
          <EntityForm handle={shown} onEnter={handle.next} />
          {part(step?.content)}
        </div>
        {part(step?.aside)}
      </div>
    </>
  );
}

export interface StepBarProps {
  readonly handle: StepFormHandle;
  /** The last button: sends the form, where it is more than saving it. */
  readonly submit?: { readonly label: string; readonly busy: boolean; readonly run: () => void } | undefined;
  /** What saving is called. */
  readonly saveLabel: string;
  readonly onCancel: () => void;
}

/** The way through the steps, and the ways out; stays in view below them. */
export function StepBar({ handle, submit, saveLabel, onCancel }: StepBarProps): ReactNode {
  const t = useT();
  const texts = useFormTexts();
  const { at, steps, go, next, busy } = handle;
  const isLast = at === steps.length - 1;
  const working = busy || submit?.busy === true;
  return (
    <div className="eu-form-bar eu-step-bar">
      {at === 0 ? null : (
        <Button disabled={working} onClick={() => go(at - 1)}>
          {texts('previousStep')}
        </Button>
      )}
      {isLast ? null : (
        <Button type="primary" disabled={working} onClick={next}>
          {texts('nextStep')}
        </Button>
      )}
      {isLast && submit !== undefined ? (
        <Button type="primary" loading={working} onClick={submit.run}>
          {submit.label}
        </Button>
      ) : null}
      <Button
        type={isLast && submit === undefined ? 'primary' : 'default'}
        loading={busy}
        onClick={() => void handle.save()}
      >
        {saveLabel}
      </Button>
      <Button type="text" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <kbd className="wh-faint">Ctrl + S</kbd>
      <DraftState handle={handle} />
    </div>
  );
}
