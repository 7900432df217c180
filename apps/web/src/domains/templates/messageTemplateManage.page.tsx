import type { ReactNode } from 'react';
import { alarmTemplate } from '@wheelhouse/entities/templates/alarm-template';
import { serviceTemplate } from '@wheelhouse/entities/templates/service-template';
import { plain } from '@wheelhouse/entities/reading';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { alarmTemplateOverride } from './alarmTemplate.override.tsx';
import { serviceTemplateOverride } from './serviceTemplate.override.tsx';
import { usePage } from '../../routing/page.ts';

const [service, alarm] = [plain(serviceTemplate), plain(alarmTemplate)];

/** Texts of messages: those of services and those of alarms have lists of their own; `?view=alarm` in the address. */
export default function MessageTemplates(): ReactNode {
  return usePage().search.get('view') === 'alarm' ? (
    <EntityListPage key="alarm" entity={alarm} override={alarmTemplateOverride} />
  ) : (
    <EntityListPage key="service" entity={service} override={serviceTemplateOverride} />
  );
}
