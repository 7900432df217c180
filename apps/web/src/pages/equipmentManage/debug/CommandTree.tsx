import { WarningOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { useLang } from '../../../i18n/lang.ts';
import { nameIn, useDict } from '../../../reference/reference.ts';
import { PendingState } from '../../../ui/States.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import type { Library, LibraryCommand } from './library.ts';
import { useDebugTexts, type DebugTextKey } from './texts.ts';
import { ClearableInput } from '../../../ui/inputs/Input.tsx';

const directions: Readonly<Record<number, DebugTextKey>> = { 1: 'read', 2: 'write', 3: 'action' };

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
  const [typed, setTyped] = useState('');
  if (library.list === undefined) return <PendingState small error={library.error} onRetry={library.retry} />;
  const text = typed.trim().toLowerCase();
  const shown = library.list.filter(
    (one) =>
      one.enabled === 1 &&
      [one.cmdCode, one.name, textOf(one.nameEn)].some((value) => value.toLowerCase().includes(text)),
  );
  const groups = parts
    .map((part) => ({ part, list: shown.filter((one) => String(one.deviceType) === part.code) }))
    .filter(({ list }) => list.length > 0);
  return (
    <div className="rd-tree">
      <ClearableInput
        size="small"
        value={typed}
        placeholder={texts('searchCommand')}
        aria-label={texts('searchCommand')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {groups.length === 0 ? <p className="rc-none">{texts('noCommand')}</p> : null}
      {groups.map(({ part, list }) => (
        <section key={part.code} aria-label={part.name}>
          <h3>{part.name}</h3>
          <ul>
            {list.map((command) => (
              <li key={command.id}>
                <button
                  type="button"
                  aria-current={command.id === chosen?.id ? 'true' : undefined}
                  onClick={() => onChoose(command)}
                >
                  <span className="rd-command">
                    {nameIn(command, lang)}
                    <small>{command.cmdCode}</small>
                  </span>
                  <span className="rd-marks">
                    {command.dangerous === 1 ? (
                      <WarningOutlined
                        className="rd-danger"
                        aria-label={texts('dangerous')}
                        title={texts('dangerous')}
                      />
                    ) : null}
                    <StatusTag color={command.direction === 1 ? 'default' : 'primary'}>
                      {texts(directions[command.direction] ?? 'action')}
                    </StatusTag>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
