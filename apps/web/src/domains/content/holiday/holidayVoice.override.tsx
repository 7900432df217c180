import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { ThemeNav } from './ThemeNav.tsx';

/** A list needs no calendar. */
const FormOccurrences = part(async () => ({ default: (await import('./Occurrences.tsx')).FormOccurrences }));
const RecordOccurrences = part(async () => ({ default: (await import('./Occurrences.tsx')).RecordOccurrences }));

export const holidayVoiceOverride = defineOverride('holidayVoice', {
  view: 'holiday',
  nav: () => <ThemeNav kind="holidays" />,
  below: { dates: FormOccurrences },
  lead: RecordOccurrences,
});

export { holidayVoiceOverride as default };
