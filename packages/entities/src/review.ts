import { f } from './fields.ts';

/**
 * Who submitted a record and who decided about it, spread into `fields` of entities whose machine has a transition `by: 'another'`.
 * The engine writes them.
 */
export const reviewFields = () => ({
  submitterId: f.ref('sysUser', { readonly: true }),
  submitTime: f.instant({ readonly: true }),
  auditorId: f.ref('sysUser', { readonly: true }),
  auditTime: f.instant({ readonly: true }),
  auditRemark: f.text({ readonly: true, max: 200 }),
});

/** The names of these fields in the order of details. */
export const reviewNames = ['submitterId', 'submitTime', 'auditorId', 'auditTime', 'auditRemark'] as const;
