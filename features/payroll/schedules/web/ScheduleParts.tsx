// What the page of a schedule loads behind its first tab.
export { Crediting } from './Crediting.tsx'
export { ScheduleActions } from './ScheduleActions.tsx'
export { SendDialog } from './SendDialog.tsx'
