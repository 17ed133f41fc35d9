import { useNavigation } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

type Selection = {
  ids: ReadonlySet<string>;
  select: (id: string, isSelected: boolean) => void;
  isSelecting: boolean;
  setSelecting: (isSelecting: boolean) => void;
};

const SelectionContext = createContext<Selection>({ ids: new Set(), select: () => {}, isSelecting: false, setSelecting: () => {} });

/** Returns the selected screenshots, also those whose tiles are scrolled out of the document. */
export function useSelection(): Selection {
  return useContext(SelectionContext);
}

/** Keeps the selected screenshots of a list until they are deleted. Without script, the checkboxes keep them. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const isDeleting = useNavigation().formData?.get('intent') === 'delete';
  useEffect(() => {
    if (isDeleting) setIds(new Set());
  }, [isDeleting]);
  const selection = useMemo(
    () => ({
      ids,
      isSelecting,
      setSelecting,
      select: (id: string, isSelected: boolean) =>
        setIds((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id))),
    }),
    [ids, isSelecting],
  );
  return <SelectionContext.Provider value={selection}>{children}</SelectionContext.Provider>;
}
