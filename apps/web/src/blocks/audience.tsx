import { listOf, recordOf } from '@wheelhouse/contract/object';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { audienceChoices, audienceWords } from '@wheelhouse/entities/audience';
import { codes } from '@wheelhouse/entities/codes';
import { useAreaName } from '../entity-ui/areas.ts';
import type { CellProps } from '../entity-ui/cells/types.ts';
import { DictInput } from '../entity-ui/inputs/choice.tsx';
import type { InputProps } from '../entity-ui/inputs/types.ts';
import { textOf } from '../entity-ui/model.ts';
import { useRefNames } from '../entity-ui/refs/useRefOptions.ts';
import { useLang } from '../i18n/lang.ts';
import { useDictLookup } from '../reference/reference.ts';
import { CitiesInput, RegionsCell } from './regions.tsx';

const type = codes.AudienceType;

/** What chooses a type of audience refers to. */
const chosenFrom: Readonly<Record<number, string>> = {
  [type.tags]: 'userTag',
  [type.models]: 'vehicleType',
  [type.dealer]: 'dealer',
};

const { app } = codes.NoticeReceiver;

/** Makes the sentence of a row or form, with what was chosen for its type by name. Without a type it is that of its receivers. */
function useSentence() {
  const lang = useLang();
  const dict = useDictLookup();
  const areaName = useAreaName();
  return (code: number | undefined, chosen: readonly string[], row: Row): string => {
    const { clientOs, activationStatus, minVersion, maxVersion, receivers: given } = row;
    const receivers = listOf(given);
    const ofUsers = receivers.includes(String(app)) ? type.all : undefined;
    return audienceWords(
      {
        type: code ?? ofUsers,
        chosen: code === type.regions ? chosen.map((area) => areaName(area) ?? area) : chosen,
        platforms: listOf(clientOs).map((os) => dict('ClientOs', os)?.name ?? os),
        vehicle: dict('ActivationStatus', textOf(activationStatus))?.name ?? '',
        minVersion: textOf(minVersion),
        maxVersion: textOf(maxVersion),
        others: receivers.flatMap((one) => (Number(one) === app ? [] : (dict('NoticeReceiver', one)?.name ?? one))),
      },
      lang,
    );
  };
}

/** An audience in a sentence: "iOS owners of E3 and M5". */
function AudienceCell({ row, value }: CellProps): ReactNode {
  const sentence = useSentence();
  const code = Number(value);
  const field = audienceChoices[code] ?? '';
  const words = sentence(code, listOf(row[code === type.regions ? field : `${field}Name`]), row);
  return <span title={words}>{words}</span>;
}

/** The sentence of what a form says, under its fields. */
const sentenceIn = (owner: string) =>
  function AudienceSentence(): ReactNode {
    const sentence = useSentence();
    const values: unknown = Form.useWatch((row: Row) => row);
    const row = recordOf(values);
    const { audienceType } = row;
    const code = Number(audienceType);
    const field = audienceChoices[code] ?? '';
    const chosen = code === type.list ? [] : listOf(row[field]);
    const entity = chosenFrom[code];
    const names = useRefNames({ entity: entity ?? '', field: `${owner}.${field}` }, entity === undefined ? [] : chosen);
    if (audienceType === undefined || (chosen.length === 0 && code !== type.all && code !== type.list)) return null;
    return (
      <output className="eu-below wh-faint" aria-live="polite">
        {sentence(
          code,
          chosen.map((one) => names.get(one) ?? one),
          row,
        )}
      </output>
    );
  };

/** The receivers of a notice in a sentence: "Android users (app 1.2.0 or later) and dealers". */
function ReceiversCell({ row }: CellProps): ReactNode {
  const words = useSentence()(undefined, [], row);
  return <span title={words}>{words}</span>;
}

/** The same of what a form says, under its fields. */
function ReceiversSentence(): ReactNode {
  const sentence = useSentence();
  const values: unknown = Form.useWatch((row: Row) => row);
  const words = sentence(undefined, [], recordOf(values));
  if (words === '') return null;
  return (
    <output className="eu-below wh-faint" aria-live="polite">
      {words}
    </output>
  );
}

/** An input of a dictionary that offers some of its codes. */
export function among(known: readonly number[]) {
  const only = known.map(String);
  return function Among(props: InputProps): ReactNode {
    const { field } = props;
    return field.kind === 'dict' ? <DictInput {...props} field={field} only={only} /> : null;
  };
}

/** Its cells in lists and details: the sentence, and regions by name. */
export const audienceCells = { audienceType: AudienceCell, cityCodes: RegionsCell } as const;

/** The same for whoever receives a notice: users of the app, staff, dealers. */
export const receiversCells = { receivers: ReceiversCell } as const;
export const receiversForm = { below: { receivers: ReceiversSentence } } as const;

/** The part of a form for an entity's audience: its types, its regions, and what they say in a sentence. */
export const audienceForm = (owner: string, types: readonly number[]) => ({
  input: { audienceType: among(types), cityCodes: CitiesInput },
  below: { audienceType: sentenceIn(owner) },
});
