export const changedHowManyOfficersMust = '{name} changed how many officers must approve. {description}.'
