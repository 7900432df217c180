import type { ReactNode } from 'react';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { EntityForm } from '../../../entity-ui/form/EntityForm.tsx';
import { FormBar } from '../../../entity-ui/form/FormBar.tsx';
import { useEntityForm, type Saved } from '../../../entity-ui/form/useEntityForm.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import type { EntityUi } from '../../../entity-ui/override.ts';
import { usePage, useUnsavedGuard } from '../../../routing/page.ts';
import { parentOf } from '../../../routing/routes.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { dialogPart } from '../../../ui/part.tsx';

const PasswordDialog = dialogPart(() => import('../../../entity-ui/actions/PasswordDialog.tsx'));

/** Form of a new account. Its initial password is shown once, before the form is left. */
export function AddAccount(props: EntityUi & { readonly after: (id: string) => string }): ReactNode {
  return (
    <Dialogs>
      <Body {...props} />
    </Dialogs>
  );
}

function Body({ entity, override, after }: EntityUi & { readonly after: (id: string) => string }): ReactNode {
  const pick = usePick();
  const page = usePage();
  const dialogs = useDialogs();
  const back = parentOf(page.route)?.path ?? '/';
  const handle = useEntityForm({ entity, override, onSaved: (saved) => void tell(saved) });
  useUnsavedGuard(handle.dirty);
  const tell = async (saved: Saved & { readonly initialPassword?: string }): Promise<void> => {
    const { initialPassword } = saved;
    const { realName, username } = handle.form.getFieldsValue(true) as Record<string, unknown>;
    if (initialPassword !== undefined)
      await dialogs.open((close) => (
        <PasswordDialog
          name={textOf(realName)}
          username={textOf(username)}
          password={initialPassword}
          onClose={() => close(null)}
        />
      ));
    await page.close({ to: after(saved.id), discard: true });
  };
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} />
      <EntityForm handle={handle} />
      <FormBar busy={handle.busy} onSave={handle.save} onCancel={() => page.close({ to: back })} />
    </PageBody>
  );
}
