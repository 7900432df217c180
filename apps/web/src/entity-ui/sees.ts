import { namesStaff, type EntityDef } from '@wheelhouse/entities';
import { useCan, useUser } from '../session/session.ts';

export type Sees = (entity: EntityDef, name: string) => boolean;

/** Whether the user sees a field at all: with its right, and dealers not who of the platform did something. The server leaves others out. */
export function useSees(): Sees {
  const can = useCan();
  const { userType } = useUser();
  return (entity, name) => {
    const right = entity.fields[name]?.right;
    return (right === undefined || can(right)) && (userType === 1 || !namesStaff(entity, name));
  };
}
