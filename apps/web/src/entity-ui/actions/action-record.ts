import { createContext, useContext } from 'react';

/** Id of the record that the open dialog of an action is about, for inputs of its form. */
export const ActionRecordContext = createContext('');

export const useActionRecord = (): string => useContext(ActionRecordContext);
