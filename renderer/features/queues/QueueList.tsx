import type { ReactNode } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { useTableKeys, type RowProps } from '../../components/use-table-keys.ts';
import { paths } from '../../lib/paths.ts';

interface QueueListProps {
  readonly label: string;
  readonly items: readonly QueueItem[];
  readonly children: (item: QueueItem, place: RowProps) => ReactNode;
}

/** The runs of one side of a queue, with the keys that all lists have. */
export function QueueList({ label, items, children }: QueueListProps) {
  const navigation = useNavigation();
  const { bodyRef, bodyProps, rowProps } = useTableKeys<HTMLDivElement>({
    count: items.length,
    onOpen: (index) => {
      const item = items[index];
      if (item) navigation.go(paths.run(item));
    },
  });
  return (
    <div ref={bodyRef} role="grid" aria-label={label} {...bodyProps}>
      {items.map((item, index) => children(item, rowProps(index)))}
    </div>
  );
}
