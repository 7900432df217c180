import { commonAudiences } from '@wheelhouse/entities/audience';
import { audienceForm } from '../../../blocks/audience.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { PoolInput } from './PoolInput.tsx';
import { PoolSummary } from './PoolSummary.tsx';
import { TargetScores } from './Targets.tsx';

const audience = audienceForm('raffleActivity', commonAudiences);

/** The form of an event. The list needs none of it. */
export const raffleFormOverride = defineOverride('raffleActivity', {
  input: { ...audience.input, prizes: PoolInput },
  below: { ...audience.below, targetImages: TargetScores, prizes: PoolSummary },
});
