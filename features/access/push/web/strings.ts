export const notifications = 'Notifications'
export const theyComeToThisDevice =
  'They come to this device while the app is closed, as long as you are logged in on it.'
export const failedToLoadWhetherNotifications = 'Failed to load whether notifications are on'
export const turnOffNotifications = 'Turn off notifications'
export const turnOnNotifications = 'Turn on notifications'
export const nothingWasChanged = 'Nothing was changed'
export const onAnIphoneOrIpad =
  'On an iPhone or iPad, install the app first: open the share menu and choose Add to Home Screen.'
export const thisBrowserBlocksNotificationsOf =
  'This browser blocks notifications of this site. Allow them in its settings for this site.'
export const thisBrowserCantShowNotifications = 'This browser can’t show notifications.'
