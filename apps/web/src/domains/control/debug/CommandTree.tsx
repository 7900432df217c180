import { codes } from '@wheelhouse/entities/codes';
import { WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { useLang } from '../../../i18n/lang.ts';
import { nameIn, useDict } from '../../../reference/reference.ts';
import { PendingState } from '../../../ui/States.tsx';
import type { TreeItem } from '../../../ui/tree/model.ts';
import { TreePanel } from '../../../ui/tree/TreePanel.tsx';
import { useTree } from '../../../ui/tree/useTree.ts';
import { LabelTag } from '../../../ui/Values.tsx';
import type { Library, LibraryCommand } from './library.ts';
import { useDebugTexts, type DebugTextKey } from './texts.ts';

const directions: Readonly<Record<number, DebugTextKey>> = {
  [codes.DebugDirection.read]: 'read',
  [codes.DebugDirection.write]: 'write',
  [codes.DebugDirection.action]: 'action',
};

/** Commands of the library by the part they go to. */
export function CommandTree({
  library,
  chosen,
  onChoose,
}: {
  readonly library: Library;
  readonly chosen: LibraryCommand | undefined;
  readonly onChoose: (command: LibraryCommand) => void;
}): ReactNode {
  const texts = useDebugTexts();
  const lang = useLang();
  const parts = useDict('DeviceType');
  const list = library.list?.filter((one) => one.enabled === 1) ?? [];
  const items = parts
    .map((part): TreeItem => ({
      key: `part ${part.code}`,
      name: part.name,
      heading: true,
      texts: [],
      children: list
        .filter((one) => String(one.deviceType) === part.code)
        .map((one) => ({
          key: one.id,
          name: nameIn(one, lang),
          texts: [one.cmdCode, one.name, textOf(one.nameEn)],
          label: (
            <>
              {nameIn(one, lang)}
              <small>{one.cmdCode}</small>
            </>
          ),
          extra: <Marks command={one} />,
        })),
    }))
    .filter(({ children }) => children !== undefined && children.length > 0);
  const state = useTree(items, chosen?.id, () => new Set(parts.map((part) => `part ${part.code}`)));
  if (library.list === undefined) return <PendingState small error={library.error} onRetry={library.retry} />;
  return (
    <TreePanel
      label={texts('commands')}
      search={texts('searchCommand')}
      none={texts('noCommand')}
      state={state}
      current={chosen?.id}
      onChoose={(id) => {
        const command = list.find((one) => one.id === id);
        if (command !== undefined) onChoose(command);
      }}
    />
  );
}

/** Whether it may do harm, and whether it reads, writes or acts. */
function Marks({ command }: { readonly command: LibraryCommand }): ReactNode {
  const texts = useDebugTexts();
  return (
    <>
      {command.dangerous === 1 ? (
        <WarningOutlined className="rd-danger" aria-label={texts('dangerous')} title={texts('dangerous')} />
      ) : null}
      <LabelTag color={command.direction === 1 ? 'default' : 'primary'}>
        {texts(directions[command.direction] ?? 'action')}
      </LabelTag>
    </>
  );
}
