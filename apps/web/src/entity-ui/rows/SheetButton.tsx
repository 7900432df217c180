import { useRef, useState, type ReactNode } from 'react';
import { attempt } from '../../api/attempt.ts';
import { upload } from '../../api/files.ts';
import { Button } from '../../ui/Button.tsx';
import { useRowTexts } from './texts.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';

/** Takes rows from a workbook: its cells go the way of those that are pasted. */
export function SheetButton({
  disabled,
  onRows,
}: {
  readonly disabled: boolean;
  readonly onRows: (block: readonly (readonly string[])[]) => void;
}): ReactNode {
  const texts = useRowTexts();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const read = async (file: File): Promise<void> => {
    setBusy(true);
    const answer = await attempt(upload('/common/sheet/cells', {}, file));
    setBusy(false);
    if (answer !== undefined) onRows(answer.rows);
  };
  return (
    <>
      <Button size="small" loading={busy} disabled={disabled} onClick={() => input.current?.click()}>
        {texts('sheet')}
      </Button>
      <FilePicker ref={input} accept=".xlsx" onFiles={([file]) => void read(file)} />
    </>
  );
}
