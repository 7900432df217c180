import type { OutputOf } from '@wheelhouse/entities/calls';
import type { HolidayDates } from '@wheelhouse/entities/content/holiday-dates';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import type { Call } from '../../../http/call.ts';
import { defineDeviceCall } from '../../../http/device-call.ts';
import { AppError } from '../../../http/errors.ts';
import { signedUrl } from '../../files/service.ts';
import { isForVehicle, presentPeriods } from './state.ts';

type Entry = OutputOf<'GET /device/v1/voice/manifest'>[number];
type Row = HolidayDates & Pick<Entry, 'voiceId' | 'scene' | 'sha256'> & { readonly file: string };

const { enabled: on } = machines['SM-Enable'].states;

const manifest = defineDeviceCall('GET /device/v1/voice/manifest', {
  query: z.object({ imei: z.string().max(20) }),
  summary: { zh: '设备：近期的节日语音', en: 'Device: holiday voices of the days to come' },
  async run({ app, lang, device }, { imei }) {
    if (imei !== device.imei) throw new AppError(1003);
    const { rows } = await sql<Row>`
      select w.*, f.sha256 from (
        select h.id::text as "voiceId", h.scene::int as scene, h.date_mode::int as "dateMode", h.dates, h.sort, ${inLang(lang, 'h.audio_file')} as file
        from cnt_holiday_voice h, veh_vehicle v
        where v.id = ${device.vehicleId} and h.enabled = ${on} and not h.deleted and ${isForVehicle}) w
      join sys_file f on f.file_id = w.file order by w.sort, w."voiceId"::bigint`.execute(app.db);
    return rows.flatMap(({ voiceId, scene, sha256, file, ...dates }) =>
      presentPeriods(dates).map(({ from, to }) => ({
        voiceId,
        scene,
        from,
        to,
        url: signedUrl(app, file),
        sha256,
      })),
    );
  },
});

export const holidayDeviceCalls: readonly Call[] = [manifest];
