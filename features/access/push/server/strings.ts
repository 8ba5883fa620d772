export const notificationsAreOn = 'Notifications are on for this device.'
