import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { soundEffect } from '@wheelhouse/entities/vehicles/sound-effect';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { soundOverride } from '../../overrides/sound/sound.tsx';

export default function SoundEffect(): ReactNode {
  return <EntityListPage entity={plain(soundEffect)} override={soundOverride} />;
}
