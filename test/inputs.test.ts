import type { InputOf } from '@wheelhouse/entities/calls';
import type { AddInput } from '@wheelhouse/entities/inputs';
import { describe, expectTypeOf, test } from 'vitest';

/** Names that have to be given. */
type Needed<Input> = {
  [K in keyof Input]-?: Readonly<Record<never, never>> extends Pick<Input, K> ? never : K;
}[keyof Input];

// Compared by the compiler: `npm run check` fails where they do not hold.
describe('what callers send', () => {
  test('a new record has the fields that forms write; those of the system are none of them', () => {
    type View = 'pageName' | 'name' | 'search' | 'columnOrder' | 'hiddenColumns' | 'shared' | 'isDefault';
    expectTypeOf<keyof InputOf<'POST /system/crm/savedView/add'>>().toEqualTypeOf<View>();
    expectTypeOf<Needed<AddInput<'savedView'>>>().toEqualTypeOf<'pageName' | 'name'>();
    expectTypeOf<AddInput<'savedView'>['shared']>().toEqualTypeOf<0 | 1 | undefined>();
    expectTypeOf<AddInput<'savedView'>['search']>().toEqualTypeOf<string | null | undefined>();
  });

  test('a change names its record, and any of these fields', () => {
    type Change = InputOf<'POST /system/crm/savedView/update'>;
    expectTypeOf<Needed<Change>>().toEqualTypeOf<'id' | 'rev'>();
    expectTypeOf<keyof Change>().toEqualTypeOf<keyof AddInput<'savedView'> | 'id' | 'rev'>();
  });

  test('an action takes its records and what it asks, distinguished by its fixed values', () => {
    type Freeze = InputOf<'POST /user/crm/appUser/freeze'>;
    expectTypeOf<Freeze>().toEqualTypeOf<
      | { readonly ids: readonly string[]; readonly until?: string | null; readonly reason: string; readonly frozen: 1 }
      | { readonly ids: readonly string[]; readonly reason: string; readonly frozen: 0 }
    >();
    expectTypeOf<InputOf<'POST /user/crm/appUser/kick'>>().toEqualTypeOf<{
      readonly id: string;
      readonly rev?: number | null;
    }>();
    type Claim = Extract<InputOf<'POST /data/crm/dealer/transition'>, { readonly action: 'suspend' }>;
    expectTypeOf<keyof Claim>().toEqualTypeOf<'id' | 'rev' | 'action' | 'reason'>();
  });
});
