import type { Text } from '../lang.ts';
import type { Call, Nothing, RecordVersion } from './kit.ts';

/** An enabled alarm template, for whoever writes rules or sends a message by hand. */
export interface AlarmTemplateOption {
  readonly templateCode: string;
  readonly name: string;
  /** D:AlarmType; null: for any type. */
  readonly alarmType: string | null;
  readonly title: Text;
  readonly body: Text;
}

interface PreviewInput {
  readonly body: string;
  /** Values by variable, instead of the sample ones. */
  readonly sample?: Readonly<Record<string, string>>;
}

interface TestInput {
  readonly id: string;
  readonly mobile: string;
}

/** Texts that the platform sends: previews, tests and versions. */
export interface TemplatesCalls {
  /** Refused with 5008, which names the unknown variable. */
  'POST /msg/crm/serviceTemplate/preview': Call<PreviewInput, { readonly text: string }>;
  'POST /msg/crm/alarmTemplate/preview': Call<PreviewInput, { readonly text: string }>;
  'POST /msg/crm/serviceTemplate/history': Call<{ readonly id: string }, readonly RecordVersion[]>;
  'POST /msg/crm/alarmTemplate/history': Call<{ readonly id: string }, readonly RecordVersion[]>;
  'POST /msg/crm/alarmTemplate/options': Call<Nothing, readonly AlarmTemplateOption[]>;
  'POST /msg/crm/serviceTemplate/test': Call<TestInput, { readonly text: string }>;
  'POST /msg/crm/alarmTemplate/test': Call<TestInput, { readonly text: string }>;
}
