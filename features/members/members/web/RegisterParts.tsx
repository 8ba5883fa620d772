// One file for what the register shows once it is narrowed, ticked or empty: each of these alone would cost a request.
export { FilterChips } from './FilterChips.tsx'
export { NoMembers, NothingFound } from './RegisterEmpty.tsx'
export { SelectionBar } from './SelectionBar.tsx'
