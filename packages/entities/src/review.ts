import { f, type Row } from './fields.ts';

/**
 * Who submitted a record and who decided about it, spread into `fields` of entities whose machine has a transition `by: 'another'`.
 * The engine writes them.
 * @param visible where only some of the records are reviewed
 */
export const reviewFields = (visible: (row: Row) => boolean = () => true) => ({
  submitterId: f.ref('sysUser', { readonly: true, visible }),
  submitTime: f.instant({ readonly: true, visible }),
  auditorId: f.ref('sysUser', { readonly: true, visible }),
  auditTime: f.instant({ readonly: true, visible }),
  auditRemark: f.text({ readonly: true, max: 200, visible }),
});

/** The names of these fields in the order of details. */
export const reviewNames = ['submitterId', 'submitTime', 'auditorId', 'auditTime', 'auditRemark'] as const;
