import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { jumpInputs, JumpTargetCell } from '../../../blocks/jump.tsx';
import { texts } from './texts.ts';

const RecordPreview = part(() => import('./IntroductionPreview.tsx'));

const FormPreview = part(async () => ({ default: (await import('./IntroductionPreview.tsx')).IntroductionPreview }));

const cell = { jumpTarget: JumpTargetCell };

/** Introductions of the app: what the form comes to, on a phone. */
const appIntroduceOverride = defineOverride('appIntroduce', {
  aside: FormPreview,
  input: jumpInputs,
  cell,
});

const appIntroduceDetailOverride = defineOverride('appIntroduce', {
  cell,
  tabs: [{ key: 'preview', label: texts.preview, component: RecordPreview }],
});

export { appIntroduceOverride as default, appIntroduceDetailOverride as detail };
