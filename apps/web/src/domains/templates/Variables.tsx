import { Form } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { sceneOf, templateTexts } from '@wheelhouse/entities/templates/template-fields';
import { variablesOf, type TemplateKind } from '@wheelhouse/entities/templates/template-text';
import { templateVariables } from '@wheelhouse/entities/templates/template-variables';
import { usePick } from '../../i18n/lang.ts';
import { useTemplateTexts } from './texts.ts';
import './template.css';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isText = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  templateTexts.some((name) => name === target.id);

/** Writes at the cursor as typing would: the field's own handlers see it. */
function insert(field: Field, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}

/** Variables of the template's scene: a click puts one into the text that was edited last. */
export function Variables({ kind }: { readonly kind: TemplateKind }): ReactNode {
  const texts = useTemplateTexts();
  const pick = usePick();
  const form = Form.useFormInstance();
  const templateCode: unknown = Form.useWatch('templateCode', form);
  const reminderType: unknown = Form.useWatch('reminderType', form);
  const root = useRef<HTMLDivElement>(null);
  const last = useRef<Field>(undefined);
  useEffect(() => {
    const within = root.current?.closest('form');
    const onFocus = ({ target }: FocusEvent): void => {
      if (isText(target)) last.current = target;
    };
    within?.addEventListener('focusin', onFocus);
    return () => within?.removeEventListener('focusin', onFocus);
  }, []);
  const put = (name: string): void => {
    const edited = last.current?.isConnected === true ? last.current : undefined;
    const field = edited ?? root.current?.closest('form')?.querySelector<Field>('#pushBody') ?? undefined;
    if (field !== undefined && !field.disabled) insert(field, `\${${name}}`);
  };
  return (
    <div className="tp-variables" role="group" aria-label={texts('variables')} ref={root}>
      <span className="wh-faint">{texts('variables')}</span>
      {variablesOf(sceneOf(kind, { templateCode, reminderType })).map((name) => (
        <button key={name} type="button" className="tp-chip" title={`\${${name}}`} onClick={() => put(name)}>
          {pick(templateVariables[name].label)}
        </button>
      ))}
      <span className="wh-faint">{texts('hint')}</span>
    </div>
  );
}
