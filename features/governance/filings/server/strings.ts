export const wasDueOnAndIs = '{name} was due on {dueOn} and is not done.'
export const isDueOn = '{name} is due on {dueOn}.'
