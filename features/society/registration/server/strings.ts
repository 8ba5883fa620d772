export const registeredAndWaitsForVerification = '{name} ({coopId}) registered and waits for verification.'
