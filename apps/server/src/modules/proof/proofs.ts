import { wallClockText } from '../../db/wall-clock.ts';
import { findingOf, type Proof, proofOf } from '../../proof/define.ts';
import { verifyRuns } from './verify.ts';

/** Runs that are looked at: about a year of nights. */
const mostRuns = 400;

const runs: Proof = {
  name: 'proof.runs',
  label: { zh: '以前的自检', en: 'Earlier runs' },
  proves: {
    zh: '以前的自检结果与其签名一致，每次都接着前一次。',
    en: 'Earlier runs are as they were signed, and each follows the one before.',
  },
  async look({ app }) {
    const { checked, wrong } = await verifyRuns(app.db, app.secrets, mostRuns);
    return findingOf(
      checked,
      wrong.map(({ id, text }) => ({ name: `#${id}`, text, entity: null, record: null })),
    );
  },
};

/** An installation begins with the day on which its sealing key was tied to it. */
const since = `(select min(create_time) from sys_sealing_key)`;

const backups = proofOf({
  name: 'proof.backups',
  label: { zh: '备份与恢复', en: 'Backups' },
  proves: {
    zh: '最近8天内做过备份，最近100天内有备份被成功恢复过。',
    en: 'A backup was made within 8 days, and one was restored within 100 days to see that it works.',
  },
  checked: 'select count(*) from sys_backup_log',
  looks: [
    {
      says: { zh: '最近一次备份：{has}', en: 'The last backup was made: {has}' },
      sql: `select 'backup' as name, coalesce(${wallClockText('max(b.time)')}, '—') as has from sys_backup_log b where kind = 'made'
        having coalesce(max(b.time), ${since}) < now() - interval '8 days'`,
    },
    {
      says: { zh: '最近一次成功恢复：{has}', en: 'The last one that was restored: {has}' },
      sql: `select 'restore' as name, coalesce(${wallClockText('max(b.time)')}, '—') as has from sys_backup_log b where kind = 'restored'
        having coalesce(max(b.time), ${since}) < now() - interval '100 days'`,
    },
  ],
});

export const ownProofs: readonly Proof[] = [runs, backups];
