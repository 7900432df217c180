import { defineOverride } from '../../../entity-ui/override.ts';
import { CitiesInput } from '../../../blocks/regions.tsx';
import { AbortBelow, StagesInput, StairBelow } from './Stages.tsx';
import { TilesInput } from './TilesInput.tsx';
import { VinsInput } from './VinsInput.tsx';
import { ClockInput, UpgradeModeInput, WindowBelow } from './Window.tsx';

/** The form of a task. The list needs none of it. */
export const otaTaskFormOverride = defineOverride('otaTask', {
  input: {
    taskType: TilesInput,
    targetMode: TilesInput,
    upgradeMode: UpgradeModeInput,
    cityCodes: CitiesInput,
    vinFile: VinsInput,
    stages: StagesInput,
    windowStart: ClockInput,
    windowEnd: ClockInput,
  },
  below: { stages: StairBelow, windowEnd: WindowBelow, minExecuted: AbortBelow },
});
