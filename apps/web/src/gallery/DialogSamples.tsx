import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { vehicleSeries } from '@wheelhouse/entities/vehicles/vehicle-series';
import { useDialogs } from '../entity-ui/dialogs.tsx';
import { askConfirm } from '../lib/confirm.ts';
import { notify } from '../lib/notify.ts';
import { sampleEntity, sampleRow } from './sample.ts';
import { useTestTexts } from './texts.ts';
import { dialogPart } from '../ui/part.tsx';
import { Button } from '../ui/Button.tsx';

const ReasonDialog = dialogPart(() => import('../entity-ui/actions/ReasonDialog.tsx'));
const SecretDialog = dialogPart(() => import('../entity-ui/actions/SecretDialog.tsx'));
const PasswordDialog = dialogPart(() => import('../entity-ui/actions/PasswordDialog.tsx'));
const SkippedDialog = dialogPart(() => import('../entity-ui/actions/SkippedDialog.tsx'));
const ConflictDialog = dialogPart(() => import('../entity-ui/form/ConflictDialog.tsx'));
const FormDialog = dialogPart(() => import('../entity-ui/form/FormDialog.tsx'));
const ExportDialog = dialogPart(() => import('../entity-ui/export/ExportDialog.tsx'));
const ImportDialog = dialogPart(() => import('../entity-ui/import/ImportDialog.tsx'));

/** A button for every dialog; the answer is shown. Those that write do so only when they are filled in and confirmed. */
export function DialogSamples(): ReactNode {
  const texts = useTestTexts();
  const dialogs = useDialogs();
  const showAnswer = (answer: unknown): void =>
    notify.info(texts('answered', { answer: JSON.stringify(answer) ?? '' }));
  const ask = async (danger: boolean): Promise<void> =>
    showAnswer(await askConfirm({ title: texts('question'), description: texts('questionMore'), danger }));
  const open = async (render: (close: (answer: unknown) => void) => ReactNode): Promise<void> =>
    showAnswer(await dialogs.open<unknown>(render));
  const conflicts = [{ name: 'text', mine: texts('sampleText'), theirs: texts('sample') }];
  const samples: readonly (readonly [label: string, run: () => Promise<void>])[] = [
    [texts('confirm'), () => ask(false)],
    [texts('danger'), () => ask(true)],
    [
      texts('reason'),
      () =>
        open((close) => <ReasonDialog title={texts('reason')} hint={texts('questionMore')} min={2} onClose={close} />),
    ],
    [
      texts('secret'),
      () =>
        open((close) => (
          <SecretDialog
            deviceId="SAMPLE-0001"
            secret="sample-secret"
            mqttPassword={'sample-password-'.repeat(60)}
            onClose={() => close(null)}
          />
        )),
    ],
    [
      texts('password'),
      () =>
        open((close) => (
          <PasswordDialog name={texts('sample')} username="sample.user" password="sample" onClose={() => close(null)} />
        )),
    ],
    [
      texts('skipped'),
      () =>
        open((close) => (
          <SkippedDialog
            skipped={[{ id: '1', name: texts('sampleText'), code: 1004, message: texts('skipReason') }]}
            onClose={() => close(null)}
          />
        )),
    ],
    [
      texts('conflict'),
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
    [texts('form'), () => open((close) => <FormDialog entity={plain(vehicleSeries)} onClose={close} />)],
    [
      texts('exporting'),
      () =>
        open((close) => (
          <ExportDialog entity={plain(vehicle)} query={{}} known={undefined} onClose={() => close(null)} />
        )),
    ],
    [texts('importing'), () => open((close) => <ImportDialog entity={plain(vehicle)} onClose={() => close(null)} />)],
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
  const texts = useTestTexts();
  return (
    <div className="tg-buttons">
      {(['success', 'error', 'warning', 'info'] as const).map((kind) => (
        <Button key={kind} onClick={() => notify[kind](texts(kind))}>
          {texts(kind)}
        </Button>
      ))}
    </div>
  );
}
