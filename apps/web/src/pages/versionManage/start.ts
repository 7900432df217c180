import { useState } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { useCall } from '../../api/query.ts';
import { useOtaTexts } from '../../overrides/ota/texts.ts';
import { usePage } from '../../routing/page.ts';

const { released } = otaMachines['SM-Firmware'].states;
const dayMs = 86_400_000;
const usualDays = 30;

/**
 * What a new task starts with: what its address says (`?firmwareId=`, `?taskType=4&vin=…&deviceType=…`), and an end in a month. A vehicle's
 * part gets the newest firmware there is for it. Undefined while that is being looked for.
 */
export function useStart(isNew: boolean): Row | undefined {
  const { search } = usePage();
  const texts = useOtaTexts();
  const [endTime] = useState(() => formatInstant(new Date(Date.now() + usualDays * dayMs)));
  const given = (name: string): string => search.get(name) ?? '';
  const [vin, deviceType, partModel] = [given('vin'), given('deviceType'), given('partModel')];
  const isSearched = isNew && given('firmwareId') === '' && deviceType !== '';
  const { data, error } = useCall(
    '/ps/crm/otaFirmware/list',
    {
      page: 1,
      pageSize: 1,
      orderBy: 'createTime desc',
      query: { deviceType, status: released, ...(partModel === '' ? {} : { partModel }) },
    },
    { enabled: isSearched, inlineErrors: true },
  );
  if (!isNew) return {};
  // Whoever may not read firmware chooses it.
  if (isSearched && data === undefined && error === null) return undefined;
  const firmwareId = given('firmwareId') || data?.list[0]?.id;
  const taskType = Number(given('taskType'));
  return {
    endTime,
    ...(firmwareId === undefined ? {} : { firmwareId }),
    ...(Number.isInteger(taskType) && taskType > 0 ? { taskType } : {}),
    ...(vin === ''
      ? {}
      : {
          name: texts('single', { vin }),
          targetMode: codes.OtaTargetMode.vinList,
          vins: vin,
          stages: [{ percent: 100 }],
        }),
  };
}
