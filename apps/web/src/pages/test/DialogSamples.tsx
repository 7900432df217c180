import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { vehicleSeries } from '@wheelhouse/entities/vehicles/vehicle-series';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { askConfirm } from '../../lib/confirm.ts';
import { notify } from '../../lib/notify.ts';
import { sampleEntity, sampleRow } from './sample.ts';
import { useTestWords } from './texts.ts';
import { dialogPart } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';

const ReasonDialog = dialogPart(() => import('../../entity-ui/actions/ReasonDialog.tsx'));
const SecretDialog = dialogPart(() => import('../../entity-ui/actions/SecretDialog.tsx'));
const PasswordDialog = dialogPart(() => import('../../entity-ui/actions/PasswordDialog.tsx'));
const SkippedDialog = dialogPart(() => import('../../entity-ui/actions/SkippedDialog.tsx'));
const ConflictDialog = dialogPart(() => import('../../entity-ui/form/ConflictDialog.tsx'));
const FormDialog = dialogPart(() => import('../../entity-ui/form/FormDialog.tsx'));
const ExportDialog = dialogPart(() => import('../../entity-ui/export/ExportDialog.tsx'));
const ImportDialog = dialogPart(() => import('../../entity-ui/import/ImportDialog.tsx'));

/** A button for every dialog; what was answered is told. Those that write do so only when they are filled in and confirmed. */
export function DialogSamples(): ReactNode {
  const words = useTestWords();
  const dialogs = useDialogs();
  const tell = (answer: unknown): void => notify.info(words('answered', { answer: JSON.stringify(answer) ?? '' }));
  const ask = async (danger: boolean): Promise<void> =>
    tell(await askConfirm({ title: words('question'), description: words('questionMore'), danger }));
  const open = async (render: (close: (answer: unknown) => void) => ReactNode): Promise<void> =>
    tell(await dialogs.open<unknown>(render));
  const conflicts = [{ name: 'text', mine: words('sampleText'), theirs: words('sample') }];
  const samples: readonly (readonly [label: string, run: () => Promise<void>])[] = [
    [words('confirm'), () => ask(false)],
    [words('danger'), () => ask(true)],
    [
      words('reason'),
      () =>
        open((close) => <ReasonDialog title={words('reason')} hint={words('questionMore')} min={2} onClose={close} />),
    ],
    [
      words('secret'),
      () => open((close) => <SecretDialog deviceId="SAMPLE-0001" secret="sample-secret" onClose={() => close(null)} />),
    ],
    [
      words('password'),
      () =>
        open((close) => (
          <PasswordDialog name={words('sample')} username="sample.user" password="sample" onClose={() => close(null)} />
        )),
    ],
    [
      words('skipped'),
      () =>
        open((close) => (
          <SkippedDialog
            skipped={[{ id: '1', name: words('sampleText'), code: 1004, message: words('skipReason') }]}
            onClose={() => close(null)}
          />
        )),
    ],
    [
      words('conflict'),
      () =>
        open((close) => (
          <ConflictDialog
            entity={sampleEntity}
            conflicts={conflicts}
            theirs={sampleRow()}
            onClose={(choice) => close(choice?.keep ?? null)}
          />
        )),
    ],
    [words('form'), () => open((close) => <FormDialog entity={plain(vehicleSeries)} onClose={close} />)],
    [
      words('exporting'),
      () =>
        open((close) => (
          <ExportDialog entity={plain(vehicle)} query={{}} known={undefined} onClose={() => close(null)} />
        )),
    ],
    [words('importing'), () => open((close) => <ImportDialog entity={plain(vehicle)} onClose={() => close(null)} />)],
  ];
  return (
    <div className="tg-buttons">
      {samples.map(([label, run]) => (
        <Button key={label} onClick={() => void run()}>
          {label}
        </Button>
      ))}
    </div>
  );
}

export function MessageSamples(): ReactNode {
  const words = useTestWords();
  return (
    <div className="tg-buttons">
      {(['success', 'error', 'warning', 'info'] as const).map((kind) => (
        <Button key={kind} onClick={() => notify[kind](words(kind))}>
          {words(kind)}
        </Button>
      ))}
    </div>
  );
}
