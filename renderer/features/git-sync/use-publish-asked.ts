import { useEffect, type RefObject } from 'react';
import type { SyncItem } from '#contract/sync.ts';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { onceNothingFloats } from '../../components/once-nothing-floats.ts';
import { isPublish, paths } from '../../lib/paths.ts';
import { canBePublished } from './items.ts';
import type { SyncStore } from './sync-store.ts';

/**
 * Follows an address that asks to publish an item: it alone is ticked, and the cursor is in the summary. The address then forgets
 * that it was asked.
 */
export function usePublishAsked(
  store: SyncStore,
  item: SyncItem | undefined,
  form: RefObject<HTMLFormElement | null>,
): void {
  const navigation = useNavigation();
  const isAsked = isPublish(useLocation().search);
  useEffect(() => {
    if (!isAsked || item === undefined) return;
    navigation.go(paths.git(item.itemId), { replace: true });
    if (!canBePublished(item)) return;
    store.getState().chooseOnly(item.itemId);
    // The palette that led here gives the focus back when it closes.
    onceNothingFloats(() => form.current?.querySelector('input')?.focus());
  }, [isAsked, item, store, form, navigation]);
}
