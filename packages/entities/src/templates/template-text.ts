import type { Lang, Text } from '@wheelhouse/contract/lang';
import { builtInTemplates, type BuiltIn } from './built-in-texts.ts';
import type { TemplateVariable } from './template-variables.ts';

/** Values of variables; a text in both languages where they differ. */
export type TemplateValues = Readonly<Record<string, Text | string>>;

const variable = /\$\{([^{}]*)\}/g;

/** Names between `${` and `}`, in the order in which they first come. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim())),
];

/** A text with its variables filled in; those without a value leave nothing behind. */
export const fillTemplate = (text: string, values: TemplateValues, lang: Lang): string =>
  text.replace(variable, (_, name: string) => {
    const key = name.trim();
    const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
    return typeof value === 'string' ? value : value[lang];
  });

const owner = ['nickname', 'vehicleName', 'vin6'] as const;
const dealer = ['dealerName', 'dealerPhone'] as const;
const due = ['dueDate', 'daysLeft'] as const;

/** Variables of service templates by D:ReminderType. */
const byReminder: Readonly<Record<string, readonly TemplateVariable[]>> = {
  1: [...owner, 'odometerKm', ...due, ...dealer],
  2: [...owner, ...due, ...dealer],
  3: [...owner, ...due, ...dealer],
  4: [...owner, 'soh', ...dealer],
  5: [...owner, ...due, ...dealer],
  6: [...owner, 'odometerKm', ...dealer],
  7: [...owner, ...dealer],
  8: ['nickname', ...dealer],
};
const serviceVariables: readonly TemplateVariable[] = [...owner, 'odometerKm', ...due, ...dealer, 'soh'];
const alarmVariables: readonly TemplateVariable[] = [...owner, 'alarmName', 'time', 'address', 'soc', 'servicePhone'];

export type BuiltInCode = keyof typeof builtInTemplates;
export const builtInCodes: readonly string[] = Object.keys(builtInTemplates);
const builtIns: Readonly<Record<string, BuiltIn>> = builtInTemplates;

export const builtInTemplate = (templateCode: string): BuiltIn | undefined =>
  Object.hasOwn(builtInTemplates, templateCode) ? builtIns[templateCode] : undefined;

export type TemplateKind = 'service' | 'alarm';

/** Scene of a template: its kind and, of a service template, code and D:ReminderType. */
export interface TemplateScene {
  readonly kind: TemplateKind;
  readonly templateCode: string;
  readonly reminderType: string;
}

/** Variables that a template may use: those of its scene. */
export function variablesOf({ kind, templateCode, reminderType }: TemplateScene): readonly TemplateVariable[] {
  if (kind === 'alarm') return alarmVariables;
  return builtInTemplate(templateCode)?.variables ?? byReminder[reminderType] ?? serviceVariables;
}

/** Whether some template of the kind may use a variable. */
export function isKnownVariable(kind: TemplateKind, name: string): boolean {
  const known: readonly string[] =
    kind === 'alarm'
      ? alarmVariables
      : [...serviceVariables, ...Object.values(builtIns).flatMap(({ variables }) => variables)];
  return known.includes(name);
}

/** The first variable in a text that a reminder of this D:ReminderType does not have. */
export function foreignVariable(text: string, reminderType: string): string | undefined {
  const allowed: readonly string[] = variablesOf({ kind: 'service', templateCode: '', reminderType });
  return variablesIn(text).find((name) => !allowed.includes(name));
}
