import { keysOf } from '@wheelhouse/contract/object';
import {
  BellOutlined,
  FileSearchOutlined,
  LockOutlined,
  PoweroffOutlined,
  ReloadOutlined,
  SearchOutlined,
  SoundOutlined,
  StopOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  UnlockOutlined,
  DashboardOutlined,
  InboxOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { controlCommands, type ControlCommandCode } from '@wheelhouse/entities/control/control-commands';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { EmptyState } from '../../ui/States.tsx';
import { useControlTexts, type ControlTextKey } from './texts.ts';
import { Button } from '../../ui/Button.tsx';

const groups = [
  ['remoteControl.basic', 'basic'],
  ['remoteControl.power', 'powerGroup'],
  ['remoteControl.advanced', 'advanced'],
  ['remoteControl.stolen', 'stolen'],
] as const satisfies readonly (readonly [string, ControlTextKey])[];

const icons: Readonly<Record<ControlCommandCode, ReactNode>> = {
  QUERY: <SearchOutlined />,
  QUERY_VERSION: <FileSearchOutlined />,
  FIND: <BellOutlined />,
  LOCK: <LockOutlined />,
  UNLOCK: <UnlockOutlined />,
  POWER_ON: <ThunderboltOutlined />,
  POWER_OFF: <PoweroffOutlined />,
  OPEN_SEAT: <InboxOutlined />,
  REBOOT: <ReloadOutlined />,
  SPEED_LIMIT: <DashboardOutlined />,
  CUT_POWER: <StopOutlined />,
  RESTORE_POWER: <ToolOutlined />,
  SET_SOUND: <SoundOutlined />,
};
const dangerous: ReadonlySet<string> = new Set(['CUT_POWER', 'POWER_OFF', 'REBOOT']);
const codes = keysOf(controlCommands);

export interface CommandPadProps {
  /** Why no command can be sent now. */
  readonly blocked: string | undefined;
  readonly onSend: (command: ControlCommandCode) => void;
}

/** What callers say for a command. */
const callerTexts = { LOCK: 'lockSaid', UNLOCK: 'unlockSaid' } as const;

/** The commands the user may send, by right. */
export function CommandPad({ blocked, onSend }: CommandPadProps): ReactNode {
  const texts = useControlTexts();
  const dict = useDictLookup();
  const can = useCan();
  const shown = groups.filter(([right]) => can(right));
  if (shown.length === 0) return <EmptyState small title={texts('noCommands')} />;
  return (
    <div className="rc-pad">
      {shown.map(([right, name]) => (
        <section key={right} aria-label={texts(name)}>
          <h3>{texts(name)}</h3>
          <div className="rc-buttons">
            {codes
              .filter((code) => controlCommands[code].button === right)
              .map((code) => (
                <Button
                  key={code}
                  icon={icons[code]}
                  danger={dangerous.has(code)}
                  disabled={blocked !== undefined}
                  title={
                    blocked ?? (code in callerTexts ? texts(callerTexts[code as keyof typeof callerTexts]) : undefined)
                  }
                  onClick={() => onSend(code)}
                >
                  {dict('ControlCommandType', code)?.name ?? code}
                </Button>
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}
