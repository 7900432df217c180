import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { useRef, useState, type ReactNode } from 'react';
import { attempt } from '../../../api/attempt.ts';
import { uploadFile } from '../../../api/files.ts';
import { useAction } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { sessionStore } from '../../../session/session.ts';
import { AvatarDialog } from './AvatarDialog.tsx';
import { texts } from './texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';

const maxBytes = 2 * 1024 * 1024;
const types = ['image/jpeg', 'image/png'];

/** The picture, and a way to another one: jpg or png up to 2 MB, cropped to 200 × 200. */
export function Avatar({ user, current }: { readonly user: CurrentUser; readonly current: string | null }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const update = useAction('/system/crm/sysUser/updatePersonalData', {
    invalidates: ['/system/crm/sysUser/getPersonalDataId'],
    done: common('done'),
  });
  const picture = user.avatarUrl ?? current;

  const choose = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    if (!types.includes(chosen.type) || chosen.size > maxBytes) return notify.error(t('avatarRule'));
    setFile(chosen);
  };
  const save = async (cropped: File): Promise<void> => {
    const stored = await attempt(uploadFile(cropped, 'avatar'));
    if (stored === undefined) return;
    const kept = await update.mutateAsync({ avatar: stored.fileId }).then(
      () => true,
      () => false,
    );
    if (!kept) return;
    const session = sessionStore.get();
    if (session !== null) sessionStore.set({ ...session, user: { ...session.user, avatarUrl: stored.url } });
    setFile(null);
  };
  return (
    <div className="pf-avatar">
      {picture ? (
        <img src={picture} alt={t('avatar')} />
      ) : (
        <span className="pf-avatar-initial">{(user.realName || user.userName).slice(0, 1).toUpperCase()}</span>
      )}
      <Button onClick={() => input.current?.click()}>{t('changeAvatar')}</Button>
      <FilePicker ref={input} accept={types.join()} onFiles={([file]) => choose(file)} />
      {file === null ? null : <AvatarDialog file={file} onCancel={() => setFile(null)} onSave={save} />}
    </div>
  );
}
