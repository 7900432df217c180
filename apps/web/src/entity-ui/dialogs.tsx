import { createContext, Suspense, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';

type Render<T> = (close: (result: T | null) => void) => ReactNode;
interface Opened {
  readonly key: number;
  readonly node: ReactNode;
}

interface DialogHost {
  /** Shows a dialog; answers what it closes with, null when given up. */
  open<T>(render: Render<T>): Promise<T | null>;
}

const HostContext = createContext<DialogHost | null>(null);

/** Place of a page's dialogs, so that any code of the page can ask a question and await its answer. */
export function Dialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const next = useRef(0);
  const open = useCallback(<T,>(render: Render<T>): Promise<T | null> => {
    next.current += 1;
    const key = next.current;
    return new Promise((resolve) => {
      const close = (result: T | null): void => {
        setOpened((all) => all.filter((dialog) => dialog.key !== key));
        resolve(result);
      };
      setOpened((all) => [...all, { key, node: render(close) }]);
    });
  }, []);
  const host = useMemo<DialogHost>(() => ({ open }), [open]);
  return (
    <HostContext value={host}>
      {children}
      {opened.map(({ key, node }) => (
        <Suspense key={key} fallback={null}>
          {node}
        </Suspense>
      ))}
    </HostContext>
  );
}

export function useDialogs(): DialogHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('useDialogs belongs inside Dialogs');
  return host;
}
