/** Tried from top to bottom: most browsers also call themselves by the names of others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bOPiOS\/|Opera Mini/, 'Opera Mini'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/\b(?:FxiOS|Firefox)\//, 'Firefox'],
  [/\b(?:CriOS|Chrome|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/^(?=.*\bAndroid\b).*\bMobile\b/, 'an Android phone'],
  [/\bAndroid\b/, 'an Android tablet'],
  [/\bWindows\b/, 'a Windows computer'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'a Linux computer'],
]

/** "Chrome on an Android phone", from what a browser says of itself. */
export function deviceName(userAgent: string): string {
  const find = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (!browser && !system) return 'An unknown device'
  return system ? `${browser ?? 'A browser'} on ${system}` : (browser as string)
}
