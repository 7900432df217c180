import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { debugCommand } from '@wheelhouse/entities/control/debug-command';
import EntityDrawer from '../../../entity-ui/list/EntityDrawer.tsx';
import { useDebugTexts } from './texts.ts';

/** The library of commands, to look up and to keep. */
export default function LibraryDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const texts = useDebugTexts();
  return <EntityDrawer entity={plain(debugCommand)} title={texts('libraryOf')} onClose={onClose} />;
}
