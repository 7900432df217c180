import { HistoryOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { useEntityTexts } from '../../entity-ui/texts.ts';
import { LoadingState } from '../../ui/States.tsx';
import { part } from '../../ui/part.tsx';

const History = part(async () => ({ default: (await import('../../entity-ui/detail/History.tsx')).History }));

export interface HistoryButtonProps {
  readonly entity: EntityDef;
  readonly id: string;
  /** What the record is called. */
  readonly title: string;
}

/** Who changed a record that has no detail page, when, and from what to what. */
export function HistoryButton({ entity, id, title }: HistoryButtonProps): ReactNode {
  const texts = useEntityTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        {texts('history')}
      </Button>
      <Drawer
        open={open}
        destroyOnHidden
        size={560}
        title={`${title} · ${texts('history')}`}
        onClose={() => setOpen(false)}
      >
        <Suspense fallback={<LoadingState small />}>
          <History entity={entity} id={id} />
        </Suspense>
      </Drawer>
    </>
  );
}
