import type { ReactNode } from 'react';
import type { TemplateKind } from '@wheelhouse/entities/templates/template-text';
import { usePage } from '../../routing/page.ts';
import { Segments } from '../../ui/Segments.tsx';
import { MessageSources } from './MessageSources.tsx';
import { useTemplateTexts } from './texts.ts';

const kinds = ['service', 'alarm'] as const satisfies readonly TemplateKind[];

/** Service or alarm templates, and the services that send them. */
export function TemplateNav({ kind }: { readonly kind: TemplateKind }): ReactNode {
  const texts = useTemplateTexts();
  const page = usePage();
  return (
    <div className="msg-nav">
      <Segments
        label={texts('kinds')}
        options={kinds.map((key) => ({ key, label: texts(key) }))}
        value={kind}
        onChange={(key) => page.setSearch({ view: key === 'alarm' ? key : undefined })}
      />
      <MessageSources />
    </div>
  );
}
