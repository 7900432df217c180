import type { ReactNode, Ref } from 'react';

interface FilePickerProps {
  /** A button of the caller opens it: `picker.current?.click()`. */
  readonly ref: Ref<HTMLInputElement>;
  /** Endings or types that the browser offers; the server decides. */
  readonly accept?: string | undefined;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Lets people choose files; nothing of it is shown. The same file may be chosen again. */
export const FilePicker = ({ ref, accept, multiple = false, onFiles }: FilePickerProps): ReactNode => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    multiple={multiple}
    style={{ display: 'none' }}
    tabIndex={-1}
    aria-hidden="true"
    onChange={(event) => {
      const [first, ...more] = event.target.files ?? [];
      event.target.value = '';
      if (first !== undefined) onFiles([first, ...more]);
    }}
  />
);
