import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities';
import type { Text } from '../../../i18n/lang.ts';
import { formatNumber } from '../../../ui/format.ts';
import { stagesOf } from './stages.ts';

export interface Risk {
  readonly tone: 'danger' | 'warning';
  readonly text: Text;
}

interface Facts {
  readonly values: Row;
  /** Vehicles; undefined while that is not known. */
  readonly count: number | undefined;
  readonly busy: number;
  /** D:ReleaseType of the firmware. */
  readonly releaseType: number | undefined;
}

const manyVehicles = 500;
const lowCharge = 30;
const lateAbort = 20;
const firstShare = 10;

const text = (zh: string, en: string): Text => ({ zh, en });

/** What whoever submits a task should have thought about. */
export function risksOf({ values, count, busy, releaseType }: Facts): readonly Risk[] {
  const { windowStart, stages: given } = values;
  const stages = stagesOf(given);
  const [first] = stages;
  const number = (name: string): number => Number(values[name] ?? 0);
  const isMany = (count ?? 0) >= manyVehicles;
  const found: readonly (Risk | false)[] = [
    count === 0 && {
      tone: 'danger',
      text: text('没有符合条件的车辆，提交会被拒绝。', 'No vehicle is eligible: the task will be refused.'),
    },
    number('upgradeMode') === codes.UpgradeMode.forced && {
      tone: 'danger',
      text: text(
        '强制升级：车主不能推迟或拒绝，升级期间车辆不能使用。',
        'Forced: owners can neither postpone nor refuse, and the vehicle cannot be used meanwhile.',
      ),
    },
    number('taskType') === codes.OtaTaskType.rollback && {
      tone: 'warning',
      text: text(
        '回退到更早的版本：请确认数据兼容。',
        'Back to an earlier version: make sure that its data is compatible.',
      ),
    },
    releaseType === codes.ReleaseType.beta && {
      tone: 'warning',
      text: text('固件是测试版。', 'The firmware is a beta release.'),
    },
    isMany &&
      stages.length === 1 && {
        tone: 'danger',
        text: text(
          `${formatNumber(count)}辆一次全部升级，没有分阶段。`,
          `All ${formatNumber(count)} vehicles at once, without stages.`,
        ),
      },
    isMany &&
      stages.length > 1 &&
      (first?.percent ?? 0) > firstShare && {
        tone: 'warning',
        text: text(
          `第一阶段已有${first?.percent}%的车辆。`,
          `The first stage already has ${first?.percent}% of the vehicles.`,
        ),
      },
    stages.length > 1 &&
      stages.slice(0, -1).some(({ minSuccessRate }) => minSuccessRate === null) && {
        tone: 'warning',
        text: text('有阶段没有成功率门槛。', 'A stage has no gate for the success rate.'),
      },
    number('minSoc') > 0 &&
      number('minSoc') < lowCharge && {
        tone: 'warning',
        text: text(
          `电量${number('minSoc')}%即可升级：安装中断电的风险较高。`,
          `Upgrades run from ${number('minSoc')}% charge on: power may fail during the installation.`,
        ),
      },
    number('abortFailRate') >= lateAbort && {
      tone: 'warning',
      text: text(
        `失败率达到${number('abortFailRate')}%才会自动暂停。`,
        `The task pauses automatically only at ${number('abortFailRate')}% failures.`,
      ),
    },
    number('upgradeMode') === codes.UpgradeMode.silent &&
      !windowStart && {
        tone: 'warning',
        text: text(
          '静默升级没有限定时段，白天停放时也会升级。',
          'A silent upgrade without a window also runs by day while parked.',
        ),
      },
    busy > 0 && {
      tone: 'warning',
      text: text(
        `${formatNumber(busy)}辆在其他执行中任务：开始时仍被占用则本任务无法开始，可在排除车辆中填写。`,
        `${formatNumber(busy)} vehicles are in another running task: this one cannot start until they are free or left out by name.`,
      ),
    },
  ];
  return found.filter((one): one is Risk => one !== false);
}
