import { RunList, type RunListProps } from '../../components/RunList.tsx';
import { useRunMenu } from './use-run-menu.tsx';

/** Runs one by one, with the menu of what can be done to each. */
export function RunListWithMenu(props: Omit<RunListProps, 'onMenu'>) {
  const { openMenu, runMenu } = useRunMenu();
  return (
    <>
      <RunList {...props} onMenu={openMenu} />
      {runMenu}
    </>
  );
}
