import type { ReactNode } from 'react';
import type { RecordVersion } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { DateTime, LabelTag } from '../../ui/Values.tsx';
import { sameValue } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import { Changes } from './History.tsx';

const texts = {
  version: { zh: '版本{n}', en: 'Version {n}' },
  current: { zh: '当前', en: 'Current' },
  same: { zh: '与当前版本相同', en: 'Same as the current version' },
  compared: { zh: '该版本 → 当前版本', en: 'This version → current version' },
} as const satisfies Texts;

/**
 * Every version of a record, newest first, and what differs in each from the present one.
 * @for versions of a record that are compared: a table that `afterSave` writes, a call `history` that answers `RecordVersion[]`, and this in a tab:
 * `domains/bluetooth/setup/Versions.tsx`
 */
export function Versions({
  entity,
  versions,
}: {
  readonly entity: EntityDef;
  readonly versions: readonly RecordVersion[];
}): ReactNode {
  const t = useT();
  const words = useTexts(texts);
  const common = useEntityTexts();
  const [current] = versions;
  if (current === undefined) return null;
  return (
    <Timeline label={t('versions')}>
      {versions.map(({ version, time, operatorName, values }) => {
        const changes = Object.keys(current.values)
          .filter((field) => !sameValue(values[field], current.values[field]))
          .map((field) => ({ field, before: values[field], after: current.values[field] }));
        return (
          <TimelineEntry
            key={version}
            title={words('version', { n: version })}
            tags={version === current.version ? <LabelTag color="success">{words('current')}</LabelTag> : undefined}
            actor={operatorName ?? common('systemUser')}
            time={<DateTime value={time} />}
            text={version === current.version ? undefined : words(changes.length === 0 ? 'same' : 'compared')}
          >
            <Changes entity={entity} changes={changes} />
          </TimelineEntry>
        );
      })}
    </Timeline>
  );
}
