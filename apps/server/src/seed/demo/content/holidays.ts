import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { toneOf, type Note } from '../vehicles/sounds.ts';
import type { VideoOptions } from './videos.ts';
import type { World } from '../world.ts';

interface Story {
  readonly name: string;
  readonly nameEn: string;
  /** D:Holiday. */
  readonly code: string;
  /** D:HolidayDateMode: solar or lunar. */
  readonly mode: 1 | 2;
  readonly dates: readonly string[];
  /** D:VoiceScene: power on, or off where another holiday may fall on the same days. */
  readonly scene: 1 | 2;
  readonly text: string;
  readonly textEn: string;
  readonly notes: readonly Note[];
  readonly isOff?: true;
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: '春节', nameEn: 'Spring Festival', code: 'SPRING', mode: 2, dates: ['12-30..01-07'], scene: 1, text: '新春快乐，一路平安', textEn: 'Happy New Year, ride safely', notes: [[587, 0.16], [659, 0.16], [784, 0.16], [880, 0.16], [1175, 0.7, 3]] },
  { name: '元宵节', nameEn: 'Lantern Festival', code: 'LANTERN', mode: 2, dates: ['01-15'], scene: 1, text: '元宵快乐，团团圆圆', textEn: 'Happy Lantern Festival', notes: [[659, 0.2], [784, 0.2], [988, 0.6, 3]] },
  { name: '端午节', nameEn: 'Dragon Boat', code: 'DRAGON', mode: 2, dates: ['05-05'], scene: 1, text: '端午安康，平安出行', textEn: 'A healthy Dragon Boat Festival', notes: [[392, 0.15], [392, 0.15], [523, 0.15], [659, 0.6, 3]] },
  { name: '中秋节', nameEn: 'Mid-Autumn', code: 'MIDAUTUMN', mode: 2, dates: ['08-15'], scene: 2, text: '中秋快乐，早点回家赏月', textEn: 'Happy Mid-Autumn, enjoy the moon', notes: [[784, 0.2], [659, 0.2], [523, 0.7, 3]] },
  { name: '国庆节', nameEn: 'National Day', code: 'NATIONAL', mode: 1, dates: ['10-01..10-07'], scene: 1, text: '国庆快乐，祝您旅途愉快', textEn: 'Happy National Day, have a nice trip', notes: [[523, 0.2], [659, 0.2], [784, 0.2], [1047, 0.7, 3]] },
  { name: '元旦', nameEn: "New Year's Day", code: 'NEW_YEAR', mode: 1, dates: ['12-31..01-02'], scene: 1, text: '新年快乐，新的一年一路顺风', textEn: 'Happy New Year', notes: [[880, 0.18], [988, 0.18], [1175, 0.6, 3]] },
  { name: '圣诞节', nameEn: 'Christmas', code: 'CHRISTMAS', mode: 1, dates: ['12-24..12-25'], scene: 1, text: '圣诞快乐', textEn: 'Merry Christmas', notes: [[659, 0.2], [659, 0.2], [659, 0.5, 3]], isOff: true },
];

/** Voices of holidays, one of them switched off. */
export async function makeHolidays(client: PoolClient, { now }: World, { app, admin }: VideoOptions): Promise<void> {
  const rows: CopyRow[] = [];
  for (const [at, story] of stories.entries()) {
    const { bytes, seconds } = toneOf(story.notes);
    const file = await keepDemoFile(app, now, {
      biz: 'audio',
      name: `${story.name}.wav`,
      contentType: 'audio/wav',
      bytes,
    });
    await copyRows(client, 'sys_file', [file.row]);
    rows.push({
      holiday_name: story.name,
      holiday_name_en: story.nameEn,
      holiday_code: story.code,
      date_mode: story.mode,
      dates: story.dates,
      scene: story.scene,
      audio_file: file.id,
      text: story.text,
      text_en: story.textEn,
      volume: 7,
      sort: (at + 1) * 10,
      enabled: story.isOff ? 0 : 1,
      duration_sec: Number(seconds.toFixed(2)),
      version: 1,
      ...marks(now, admin, officeTime(now, 80 - at * 6, at)),
    });
  }
  await copyRows(client, 'cnt_holiday_voice', rows);
}
