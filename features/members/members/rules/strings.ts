export const active = 'Active'
export const inactive = 'Inactive'
export const left = 'Left'
export const deceased = 'Deceased'
