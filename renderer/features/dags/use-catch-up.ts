import { useEffect, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { catchUpPlace, withCatchUpWindow } from '../../lib/catch-up-line.ts';
import { isCatchUp, paths } from '../../lib/paths.ts';
import type { DagStore } from './dag-store.ts';

/**
 * Follows an address that asks for the catch-up window: its line is shown, written into the text first where it is
 * missing. Nothing is saved, and the address then forgets that it was asked.
 */
export function useCatchUp(
  store: DagStore,
  fileName: string,
  editor: RefObject<EditorHandle | null>,
): void {
  const navigation = useNavigation();
  const isAsked = isCatchUp(useLocation().search);
  const isThere = useStore(store, ({ saved }) => saved !== undefined);
  // Nobody asks while somebody types.
  const draft = useStore(store, (state) => (isAsked ? state.draft : ''));
  const edit = useStore(store, (state) => state.edit);
  useEffect(() => {
    if (!isAsked || !isThere) return;
    const place = catchUpPlace(draft);
    const text = withCatchUpWindow(draft);
    // The editor has the new text when this runs for it.
    if (place === undefined && text !== draft) return edit(text);
    if (place !== undefined) editor.current?.goTo(place.line, place.column);
    navigation.go(paths.dag(fileName), { replace: true });
  }, [isAsked, isThere, draft, edit, editor, fileName, navigation]);
}
