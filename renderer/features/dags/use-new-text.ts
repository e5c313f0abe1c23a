import { useEffect, type RefObject } from 'react';
import type { EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { isNewText, paths } from '../../lib/paths.ts';

/** Follows an address that asks to write: the cursor is in the text, and the address then forgets that it was asked. */
export function useNewText(
  fileName: string,
  editor: RefObject<EditorHandle | null>,
  isThere: boolean,
): void {
  const navigation = useNavigation();
  const isAsked = isNewText(useLocation().search);
  useEffect(() => {
    if (!isAsked || !isThere) return;
    editor.current?.goTo(1, 1);
    navigation.go(paths.dag(fileName), { replace: true });
  }, [isAsked, isThere, editor, fileName, navigation]);
}
