import { ListBox, ListBoxItem, Popover } from 'react-aria-components';

interface NameOptionsProps {
  readonly names: readonly string[];
  /** Said in their place where there are none, if the ComboBox stays open then. */
  readonly empty?: string;
}

/** The names that a ComboBox offers. */
export function NameOptions({ names, empty = '' }: NameOptionsProps) {
  return (
    <Popover className="popover combo-popover" offset={4}>
      <ListBox
        className="menu"
        renderEmptyState={() => (
          <div className="menu-item tall" data-disabled>
            {empty}
          </div>
        )}
      >
        {names.map((name) => (
          <ListBoxItem key={name} id={name} className="menu-item" textValue={name}>
            {name}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
