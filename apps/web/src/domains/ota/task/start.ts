import { useState } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { useCall } from '../../../api/query.ts';
import { useOtaTexts } from './texts.ts';
import { usePage } from '../../../routing/page.ts';

const { released } = otaMachines['SM-Firmware'].states;
const dayMs = 86_400_000;
const usualDays = 30;

/**
 * What a new task starts with: what its address says (`?firmwareId=`, `?taskType=4&vin=…&deviceType=…&version=…`), and an end in a month. A
 * vehicle's part gets the version named, or the newest firmware for its models. Undefined while that is being looked for.
 */
export function useStart(isNew: boolean): Row | undefined {
  const { search } = usePage();
  const texts = useOtaTexts();
  const [endTime] = useState(() => formatInstant(new Date(Date.now() + usualDays * dayMs)));
  const given = (name: string): string => search.get(name) ?? '';
  const [vin, deviceType, version] = [given('vin'), given('deviceType'), given('version')];
  const fitting = Object.fromEntries(
    ['partModel', 'vehicleTypeId', 'version'].flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]])),
  );
  const isSearched = isNew && given('firmwareId') === '' && deviceType !== '';
  const { data, error } = useCall(
    '/ps/crm/otaFirmware/list',
    {
      page: 1,
      pageSize: 50,
      orderBy: 'versionCode desc',
      query: { deviceType, status: released, ...fitting },
    },
    { enabled: isSearched, inlineErrors: true },
  );
  if (!isNew) return {};
  // Whoever may not read firmware chooses it.
  if (isSearched && data === undefined && error === null) return undefined;
  // A version is found by a part of it.
  const found = data?.list.find((one) => version === '' || one.version === version);
  const firmwareId = given('firmwareId') || found?.id;
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
