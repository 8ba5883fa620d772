export const open = 'Open'
export const done = 'Done'
export const dropped = 'Dropped'
